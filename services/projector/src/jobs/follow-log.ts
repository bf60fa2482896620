import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { advance, readableMark } from './completions.ts'
import { openJobsFor } from './open-jobs.ts'
import { isFresh, type Policies } from './policy.ts'
import type { JobQueue } from './queue.ts'

export type FollowerDeps = {
  store: EventStore
  pool: DatabasePool
  queue: Pick<JobQueue, 'enqueue'>
  policies: Policies
}

/** While no event asks for a job, the mark moves this often. */
const quietMs = 1_000

/**
 * Follows the log and opens a job for each event that has a policy, until the signal aborts. The mark moves only after
 * the job is open and enqueued; one that is so twice is there once. Rebuilding a projection enqueues nothing.
 */
export async function followLog(deps: FollowerDeps, signal: AbortSignal): Promise<void> {
  const { store, pool, policies, queue } = deps
  const after = await readableMark(deps, 'opened')
  const types = Object.keys(policies)
  let caughtUp: Position | null = null
  const mark = setInterval(() => {
    if (caughtUp === null) return
    // A failure is made good by the next one: the mark only moves forwards.
    advance(pool, 'opened', caughtUp).catch(() => undefined)
    caughtUp = null
  }, quietMs)
  try {
    for await (const handed of store.follow({ types, signal, ...(after && { after }) })) {
      if ('caughtUp' in handed) {
        caughtUp = handed.caughtUp
        continue
      }
      const asking = handed.filter(event => isFresh(policies, event))
      // First, so that what a queue loses at once is known to be open.
      await openJobsFor(pool, asking)
      await queue.enqueue(asking)
      const last = handed.at(-1)
      if (last) await advance(pool, 'opened', last.position)
    }
  } finally {
    clearInterval(mark)
  }
}
