import { type SwallowingProxy, swallowingProxy } from '../../tests/support/swallowing-proxy.ts'

/** What an instance is connected to. `http` is the gateway's side of it. */
const serverNames = ['database', 'log', 'redis', 'mail', 'objects', 'http'] as const
export type ServerName = (typeof serverNames)[number]

export type Link = { instance: string; server: ServerName; proxy: SwallowingProxy }

/** A TCP proxy between each pair of an instance and a server. */
export function openLinks() {
  const links: Link[] = []
  const to = (server: ServerName) => links.filter(link => link.server === server)
  return {
    /** @returns the address that this instance gets for the server */
    async add(instance: string, server: ServerName, address: string): Promise<string> {
      const proxy = await swallowingProxy(address, ['database', 'log'].includes(server) ? '' : server)
      links.push({ instance, server, proxy })
      return proxy.address
    },
    all: () => links,
    /** Ends the connections to a server, and leads new ones to this port. */
    move(server: ServerName, port: number): void {
      for (const { proxy } of to(server)) {
        proxy.upstream.port = port
        proxy.reset()
      }
    },
    close(): void {
      for (const { proxy } of links) proxy.close()
    },
  }
}
