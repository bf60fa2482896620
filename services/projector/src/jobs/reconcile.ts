import type { Position, Recorded } from '@tba/event-store/port.ts'
import { advance, keptAmong, markAt, readableMark } from './kept.ts'
import { isFresh, type Promises, promisedBy } from './promise.ts'
import type { Reacting } from './react.ts'

const atOnce = 500

/** Letters may have to wait for a server; what has no end, an erasure, is done within seconds. */
const overdueAfterMs = 600_000

/**
 * Enqueues again what was promised and never kept: the queue may have lost it, or given it up. What it still has is
 * left alone. @returns how many promises are open, and how many of those wait for something that does not come
 */
export async function reconcile(reacting: Reacting): Promise<{ openCount: number; overdueCount: number }> {
  const { pool, promises, queue } = reacting
  const upTo = await markAt(pool, 'enqueued')
  let settled = await readableMark(reacting, 'kept')
  let openCount = 0
  let overdueCount = 0
  for await (const events of stretch(reacting, settled, upTo)) {
    const ids = events.map(({ id }) => id)
    const kept = await keptAmong(pool, ids)
    const open = events.filter(event => !kept.has(event.id) && isFresh(promises, event))
    await queue.enqueue(open)
    if (openCount === 0) settled = lastBefore(events, open[0]) ?? settled
    openCount += open.length
    overdueCount += open.filter(event => isOverdue(promises, event)).length
  }
  await advance(pool, 'kept', openCount === 0 ? upTo : settled)
  return { openCount, overdueCount }
}

function isOverdue(promises: Promises, { type, recordedAt }: Recorded): boolean {
  const isForEver = promisedBy(promises, type)?.withinMs === null
  return isForEver && Date.now() - Date.parse(recordedAt) > overdueAfterMs
}

function lastBefore(events: readonly Recorded[], first: Recorded | undefined): Position | undefined {
  return events.findLast(({ position }) => !first || position < first.position)?.position
}

/** What is promised between two marks, in portions. */
async function* stretch({ store, promises }: Reacting, after: Position, upTo: Position) {
  let events: Recorded[] = []
  for await (const event of store.readAll({ types: Object.keys(promises), ...(after && { after }) })) {
    if (event.position > upTo) break
    if (events.push(event) < atOnce) continue
    yield events
    events = []
  }
  yield events
}
