import type { Position, Recorded } from '@tba/event-store/port.ts'
import { advance, completedAmong, markAt, readableMark } from './completions.ts'
import type { FollowerDeps } from './follow-log.ts'
import { isFresh, type Policies, policyFor } from './policy.ts'

const batchSize = 500

/** A letter may have to wait for its server. What is never too old, an erasure, takes seconds. */
const overdueAfterMs = 600_000

/**
 * Enqueues again every job that is not done: the queue may have lost it, or given it up. A job that the queue still has
 * is left alone. @returns how many jobs are open, and how many of those should have been done long ago
 */
export async function reconcile(deps: FollowerDeps): Promise<{ openCount: number; overdueCount: number }> {
  const { pool, policies, queue } = deps
  const upTo = await markAt(pool, 'enqueued')
  let doneUpTo = await readableMark(deps, 'completed')
  let openCount = 0
  let overdueCount = 0
  for await (const events of batches(deps, doneUpTo, upTo)) {
    const ids = events.map(({ id }) => id)
    const completed = await completedAmong(pool, ids)
    const open = events.filter(event => !completed.has(event.id) && isFresh(policies, event))
    await queue.enqueue(open)
    if (openCount === 0) doneUpTo = lastBefore(events, open[0]) ?? doneUpTo
    openCount += open.length
    overdueCount += open.filter(event => isOverdue(policies, event)).length
  }
  await advance(pool, 'completed', openCount === 0 ? upTo : doneUpTo)
  return { openCount, overdueCount }
}

function isOverdue(policies: Policies, { type, recordedAt }: Recorded): boolean {
  const neverTooOld = policyFor(policies, type)?.withinMs === null
  return neverTooOld && Date.now() - Date.parse(recordedAt) > overdueAfterMs
}

function lastBefore(events: readonly Recorded[], first: Recorded | undefined): Position | undefined {
  return events.findLast(({ position }) => !first || position < first.position)?.position
}

/** The events with a policy between two marks, in batches. */
async function* batches({ store, policies }: FollowerDeps, after: Position, upTo: Position) {
  let events: Recorded[] = []
  for await (const event of store.readAll({ types: Object.keys(policies), ...(after && { after }) })) {
    if (event.position > upTo) break
    if (events.push(event) < batchSize) continue
    yield events
    events = []
  }
  yield events
}
