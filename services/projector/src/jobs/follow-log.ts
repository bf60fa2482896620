import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { advance, readableMark } from './completions.ts'
import { indexSubmissions, submissionTypes } from './erasure/submissions.ts'
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
 * Follows the log until the signal aborts: opens a job for each event that has a policy, and indexes what is submitted.
 * The marks move only after that; what is done twice is there once. Rebuilding a projection enqueues nothing.
 */
export async function followLog(deps: FollowerDeps, signal: AbortSignal): Promise<void> {
  const { store, pool, policies } = deps
  const opened = await readableMark(deps, 'opened')
  const indexed = await readableMark(deps, 'indexed')
  const after = opened < indexed ? opened : indexed
  const types = [...new Set([...Object.keys(policies), ...submissionTypes])]
  let caughtUp: Position | null = null
  const mark = setInterval(() => {
    if (caughtUp === null) return
    // A failure is made good by the next one: the marks only move forwards.
    advance(pool, ['opened', 'indexed'], caughtUp).catch(() => undefined)
    caughtUp = null
  }, quietMs)
  try {
    for await (const handed of store.follow({ types, signal, ...(after && { after }) })) {
      if ('caughtUp' in handed) caughtUp = handed.caughtUp
      else await take(deps, handed, opened)
    }
  } finally {
    clearInterval(mark)
  }
}

/** Up to `opened` every job is open or done: only the index needs what stands before. */
async function take({ pool, policies, queue }: FollowerDeps, events: readonly Recorded[], opened: Position) {
  const last = events.at(-1)
  if (!last) return
  // Before the jobs, one of which may be an erasure that looks there.
  await indexSubmissions(pool, events)
  await advance(pool, ['indexed'], last.position)
  const asking = events.filter(event => event.position > opened && isFresh(policies, event))
  // Before the queue, which may lose them at once.
  await openJobsFor(pool, asking)
  await queue.enqueue(asking)
  await advance(pool, ['opened'], last.position)
}
