import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Pair = { name: string; client: Socket; isSwallowed: boolean; isClosed: boolean }
export type SwallowingProxy = Awaited<ReturnType<typeof swallowingProxy>>

/**
 * A proxy before a server that can swallow the packets of a connection, in both directions. It still confirms them, as a
 * pooler does for a dead server. A connection to PostgreSQL has the application name of its first message.
 * @param address of the server; @param named the name of every connection to another server
 */
export async function swallowingProxy(address: string, named = '') {
  const url = new URL(address)
  const upstream = { host: url.hostname, port: Number(url.port) }
  const pairs = new Set<Pair>()
  const proxy = createServer(client => {
    const server = connect(upstream)
    const pair: Pair = { name: named, client, isSwallowed: false, isClosed: false }
    pairs.add(pair)
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
        pairs.delete(pair)
        server.destroy()
      })
    server.on('close', () => {
      if (!pair.isSwallowed) client.destroy()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.port = String((proxy.address() as AddressInfo).port)
  const open = (name?: string) =>
    [...pairs].filter(pair => pair.name !== '' && (name === undefined || pair.name === name))
  return {
    address: url.href,
    /** New connections go there. */
    upstream,
    /** The names of the open connections, each once. */
    names: () => [...new Set(open().map(({ name }) => name))].sort(),
    /**
     * Swallows everything on the connections that are open now, of this name or all.
     * @returns the names of those that their client has not closed yet
     */
    swallow(name?: string) {
      const swallowed = open(name)
      for (const pair of swallowed) pair.isSwallowed = true
      return () => [...new Set(swallowed.filter(({ isClosed }) => !isClosed).map(({ name }) => name))]
    },
    /** Ends connections by a reset, of this name or all. @returns how many */
    reset(name?: string): number {
      const ended = open(name)
      for (const { client } of ended) client.resetAndDestroy()
      return ended.length
    },
    close() {
      for (const { client } of pairs) client.destroy()
      proxy.close()
    },
  }
}
