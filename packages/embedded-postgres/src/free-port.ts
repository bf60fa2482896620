import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** A port of loopback that was free a moment ago. */
export const freePort = (): Promise<number> => listenOnce('127.0.0.1', 0)

/** Listens on a port and closes it again. @returns the port, chosen if 0; rejects if it cannot be opened */
export async function listenOnce(host: string, port: number): Promise<number> {
  const server = net.createServer().listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return taken
}
