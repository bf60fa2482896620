import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { turnKey } from '../limits/address.ts'

/** Three quarters of the files that this process may open: the rest is for the database and the disk. */
function connectionsAtMost(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const files = Number(report.userLimits?.open_files?.soft)
  return Math.min(10_000, Math.floor((files || 10_000) * 0.75))
}

type Bounds = { most?: number; byAddress: boolean }

/**
 * Bounds connections by the open files. An address may have a quarter of them without a request head: those cost nothing.
 * @param byAddress false behind a proxy, where all have one address
 */
export function boundConnections(server: Server, { most = connectionsAtMost(), byAddress }: Bounds): void {
  server.maxConnections = most
  if (!byAddress) return
  const headless = new Map<string, Set<Socket>>()

  function settle(socket: Socket, address: string): void {
    const sockets = headless.get(address)
    if (sockets?.delete(socket) && sockets.size === 0) headless.delete(address)
  }
  const addresses = new WeakMap<Socket, string>()
  server.on('connection', socket => {
    const address = turnKey(socket.remoteAddress ?? '')
    const sockets = headless.get(address) ?? new Set()
    if (sockets.size >= most / 4) {
      socket.destroy()
      return
    }
    headless.set(address, sockets.add(socket))
    addresses.set(socket, address)
    socket.once('close', () => settle(socket, address))
  })
  server.on('request', ({ socket }) => settle(socket, addresses.get(socket) ?? ''))
}
