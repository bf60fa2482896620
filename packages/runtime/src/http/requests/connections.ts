import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { queueKey } from '../limits/address.ts'

/** Three quarters of the files that this process may open: the rest is for the database and the disk. */
function defaultMaxConnections(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const files = Number(report.userLimits?.open_files?.soft)
  return Math.min(10_000, Math.floor((files || 10_000) * 0.75))
}

type ConnectionLimits = { maxConnections?: number; byAddress: boolean }

/**
 * Limits connections by the open files. One address may have a quarter of them without a request, because they cost nothing.
 * @param byAddress false behind a proxy, because all connections have its address
 */
export function limitConnections(
  server: Server,
  { maxConnections = defaultMaxConnections(), byAddress }: ConnectionLimits,
): void {
  server.maxConnections = maxConnections
  if (!byAddress) return
  const withoutRequest = new Map<string, Set<Socket>>()

  function forget(socket: Socket, address: string): void {
    const sockets = withoutRequest.get(address)
    if (sockets?.delete(socket) && sockets.size === 0) withoutRequest.delete(address)
  }
  const addresses = new WeakMap<Socket, string>()
  server.on('connection', socket => {
    const address = queueKey(socket.remoteAddress ?? '')
    const sockets = withoutRequest.get(address) ?? new Set()
    if (sockets.size >= maxConnections / 4) {
      socket.destroy()
      return
    }
    withoutRequest.set(address, sockets.add(socket))
    addresses.set(socket, address)
    socket.once('close', () => forget(socket, address))
  })
  server.on('request', ({ socket }) => forget(socket, addresses.get(socket) ?? ''))
}
