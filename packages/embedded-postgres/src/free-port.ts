import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** A port of loopback that was free a moment ago. */
export function freePort(): Promise<number> {
  return listenOnce('127.0.0.1', 0)
}

/** Takes a port and gives it back at once: tells which it was, and rejects where it cannot be had. */
export async function listenOnce(host: string, port: number): Promise<number> {
  const server = net.createServer().listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return taken
}
