import type { Server } from 'node:http'
import { queueKey } from '../limits/address.ts'

/** Three quarters of the files that this process may open: the rest is for the database and the disk. */
function defaultMaxConnections(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const files = Number(report.userLimits?.open_files?.soft)
  return Math.min(10_000, Math.floor((files || 10_000) * 0.75))
}

type ConnectionLimits = { maxConnections?: number; byAddress: boolean }

/**
 * Limits connections by the open files. One address may have a quarter of them, also between its requests and while it reads
 * nothing.
 * @param byAddress false behind a proxy, because all connections have its address
 */
export function limitConnections(
  server: Server,
  { maxConnections = defaultMaxConnections(), byAddress }: ConnectionLimits,
): void {
  server.maxConnections = maxConnections
  if (!byAddress) return
  const counts = new Map<string, number>()
  server.on('connection', socket => {
    const address = queueKey(socket.remoteAddress ?? '')
    const count = counts.get(address) ?? 0
    if (count >= maxConnections / 4) {
      socket.destroy()
      return
    }
    counts.set(address, count + 1)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
  })
}
