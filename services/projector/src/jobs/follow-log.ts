import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { advance, readableMark } from './completions.ts'
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
 * Follows the log and enqueues a job for each event that has a policy, until the signal aborts. The mark moves only
 * after the queue has the jobs; a job that is enqueued twice is there once. Rebuilding a projection enqueues nothing.
 */
export async function followLog(deps: FollowerDeps, signal: AbortSignal): Promise<void> {
  const { store, pool, policies, queue } = deps
  const after = await readableMark(deps, 'enqueued')
  const types = Object.keys(policies)
  let caughtUp: Position | null = null
  const mark = setInterval(() => {
    if (caughtUp === null) return
    // A failure is made good by the next one: the mark only moves forwards.
    advance(pool, 'enqueued', caughtUp).catch(() => undefined)
    caughtUp = null
  }, quietMs)
  try {
    for await (const handed of store.follow({ types, signal, ...(after && { after }) })) {
      if ('caughtUp' in handed) {
        caughtUp = handed.caughtUp
        continue
      }
      await queue.enqueue(handed.filter(event => isFresh(policies, event)))
      const last = handed.at(-1)
      if (last) await advance(pool, 'enqueued', last.position)
    }
  } finally {
    clearInterval(mark)
  }
}
