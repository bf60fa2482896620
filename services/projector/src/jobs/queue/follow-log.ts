import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { refuseLostEvents } from '../../engine/lost-events.ts'
import { indexSubmissions, submissionTypes } from '../erasure/submissions.ts'
import { advance, openJobsFor, readableMark } from '../job-tables.ts'
import { isFresh, type Policies } from '../policy.ts'
import type { JobQueue } from './queue.ts'

export type FollowerDeps = {
  store: EventStore
  pool: DatabasePool
  queue: Pick<JobQueue, 'enqueue'>
  policies: Policies
}

/** The mark moves this often while no event needs a job. */
const quietMs = 1_000

/**
 * Follows the log until the signal aborts. Opens a job for each event with a policy, and indexes submissions. The marks move
 * after that; a repetition does no harm. Rebuilding a projection enqueues nothing.
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
    // The next one repairs a failure: marks only move forwards.
    advance(pool, ['opened', 'indexed'], caughtUp).catch(() => undefined)
    caughtUp = null
  }, quietMs)
  try {
    const verify = () => refuseLostEvents(deps)
    for await (const handed of store.follow({ types, signal, verify, ...(after && { after }) })) {
      if ('caughtUp' in handed) caughtUp = handed.caughtUp
      else await take(deps, handed, opened)
    }
  } finally {
    clearInterval(mark)
  }
}

/** Up to `from` every job is open or done, so earlier events are only indexed. */
async function take({ pool, policies, queue }: FollowerDeps, events: readonly StoredEvent[], from: Position) {
  const last = events.at(-1)
  if (!last) return
  // Before the jobs: an erasure among them reads the index.
  await indexSubmissions(pool, events)
  await advance(pool, ['indexed'], last.position)
  const fresh = events.filter(event => event.position > from && isFresh(policies, event))
  // Before the queue, which can lose them.
  await openJobsFor(pool, fresh)
  await queue.enqueue(fresh)
  await advance(pool, ['opened'], last.position)
}
