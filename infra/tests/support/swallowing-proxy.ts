import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Pair = { name: string; client: Socket; isSwallowed: boolean; isClosed: boolean }

/**
 * A proxy before a PostgreSQL that can swallow the packets of a connection, in both directions. It still confirms them,
 * as a pooler does for a dead server. A connection has the application name of its first message.
 */
export async function swallowingProxy(address: string) {
  const url = new URL(address)
  const upstream = { host: url.hostname, port: Number(url.port) }
  const pairs: Pair[] = []
  const proxy = createServer(client => {
    const server = connect(upstream)
    const pair: Pair = { name: '', client, isSwallowed: false, isClosed: false }
    pairs.push(pair)
    client.on('data', sent => {
      pair.name ||= /application_name\0([^\0]+)\0/.exec(sent.toString('latin1'))?.[1] ?? ''
      if (!pair.isSwallowed) server.write(sent)
    })
    server.on('data', answer => {
      if (!pair.isSwallowed) client.write(answer)
    })
    for (const socket of [client, server]) socket.on('error', () => {})
    for (const event of ['end', 'close'])
      client.on(event, () => {
        pair.isClosed = true
        server.destroy()
      })
    server.on('close', () => {
      if (!pair.isSwallowed) client.destroy()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.port = String((proxy.address() as AddressInfo).port)
  const open = () => pairs.filter(({ name, isClosed }) => name !== '' && !isClosed)
  return {
    address: url.href,
    /** The names of the open connections, each once. */
    names: () => [...new Set(open().map(({ name }) => name))].sort(),
    /** Swallows everything on the connections that are open now. @returns the names of those that their client has not closed yet */
    swallow() {
      const swallowed = open()
      for (const pair of swallowed) pair.isSwallowed = true
      return () => [...new Set(swallowed.filter(({ isClosed }) => !isClosed).map(({ name }) => name))]
    },
    close() {
      for (const { client } of pairs) client.destroy()
      proxy.close()
    },
  }
}
