import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckedAppend } from '../check-append.ts'
import { type Appended, StoreUnavailable } from '../port.ts'
import { isDown } from './failures.ts'
import type { BatchLimits } from './limits.ts'
import { pendingAppends } from './pending.ts'

/** Commits independent appends together: for each, in order, what it got or why not. Never rejects. */
export type CommitBatch = (batch: readonly CheckedAppend[]) => Promise<(Appended | Error)[]>

type Waiting = CheckedAppend & { answer(result: Appended | Error): void }

/**
 * Micro-batches: one commit in flight, and whatever arrives meanwhile goes together into the next ones. It costs a
 * lone append nothing, and under load one flush to disk serves many. The next commit begins before the last is
 * answered, so that the database has work while this process answers and takes in more.
 */
export function batcher(commit: CommitBatch, limits: BatchLimits) {
  const pending = pendingAppends<Waiting>(limits)
  let running: Promise<void> | null = null
  let closed = false

  /** @param before how many the last batch held */
  async function run(before: number): Promise<void> {
    const batch = pending.next(fairShare(pending.size() + before))
    const results = await commit(batch)
    const outage = results.find(isDown)
    // The store is down: those who wait get the same answer now instead of one time-out after the other.
    if (outage) for (const waiting of pending.all()) waiting.answer(outage)
    running = pending.size() > 0 ? run(batch.length) : null
    for (const [index, waiting] of batch.entries()) waiting.answer(results[index] as Appended | Error)
  }

  return {
    async append(checked: CheckedAppend): Promise<Appended> {
      if (closed) throw new StoreUnavailable('the event store is closed')
      return new Promise((resolve, reject) => {
        const answer = (result: Appended | Error) =>
          result instanceof Error ? reject(result) : resolve(result)
        pending.add({ ...checked, answer })
        // At the end of this turn of the event loop, so that appends of the same turn go into one batch.
        running ??= nextTurn().then(() => run(0))
      })
    },
    /** Takes no more appends; resolves when those taken are answered. */
    async close(): Promise<void> {
      closed = true
      while (running) await running
    },
  }
}

/**
 * How many go into a batch: half of those waiting or in flight, so that the database commits one half while this process
 * answers the other. Small numbers go together: they are not worth another commit.
 */
const fairShare = (inPlay: number) => Math.max(16, Math.ceil(inPlay / 2))
