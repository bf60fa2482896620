import type { EventStore, Position, Seen } from '@tba/event-store/port.ts'
import { categoryOf, idOf, streams } from '@tba/events/streams.ts'

type Log = Pick<EventStore, 'read' | 'readAt' | 'settled'>

const firstPage = 16
const pageSize = 200

/**
 * Those that the log has lost: neither there, nor in a visit that has expired. An event at the same position with another id
 * does not count, because a failover or an older copy of the files lets positions come again. Only the end of a log gets
 * lost, so the search ends before a page that is there.
 * @param seen what a follower of this log has taken in, newest first
 * @throws {InvalidPosition} {StoreUnavailable}
 */
export async function lostEvents<S extends Seen>(log: Log, seen: readonly S[]): Promise<S[]> {
  const lost: S[] = []
  for (let at = 0, size = firstPage; at < seen.length; at += size, size = pageSize) {
    const page = seen.slice(at, at + size)
    let missing = await missingIn(log, page)
    if (missing.length > 0) {
      // A standby that still catches up refuses this.
      await log.settled(0)
      missing = await missingIn(log, missing)
    }
    const expired = await expiredVisits(log, missing)
    const lostHere = missing.filter(({ position, stream }) => !((expired.get(stream) ?? '') > position))
    if (lostHere.length === 0 && missing.length < page.length) return lost
    lost.push(...lostHere)
  }
  return lost
}

async function missingIn<S extends Seen>(log: Log, page: readonly S[]): Promise<S[]> {
  const found = await log.readAt(page.map(({ position }) => position))
  const there = new Map(found.map(({ position, id }) => [position, id]))
  return page.filter(({ position, id }) => there.get(position) !== id)
}

/** The newest `VisitsExpired` of each of these streams that is of an expired visit. */
async function expiredVisits(log: Log, missing: readonly Seen[]): Promise<Map<string, Position>> {
  const visits = missing.filter(({ stream }) => categoryOf(stream) === 'visit')
  const wanted = new Set(visits.map(({ stream }) => idOf(stream)))
  const [oldest = ''] = visits.map(({ position }) => position).toSorted()
  const expired = new Map<string, Position>()
  if (wanted.size === 0) return expired
  for await (const { position, type, data } of log.read(streams.tracking(), { direction: 'backwards' })) {
    if (position < oldest) break
    if (type !== 'VisitsExpired' || !Array.isArray(data.visits)) continue
    for (const visit of data.visits)
      if (typeof visit === 'string' && wanted.delete(visit)) expired.set(streams.visit(visit), position)
  }
  return expired
}
