import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckedAppend } from '../../check-append.ts'
import { type AppendResult, StoreUnavailable } from '../../port.ts'
import { isDown } from '../failures.ts'
import type { BatchLimits } from '../limits.ts'
import { pendingAppends } from './pending.ts'

/** Commits independent appends together. Returns for each, in order, its result or error. Never rejects. */
export type CommitBatch = (batch: readonly CheckedAppend[]) => Promise<(AppendResult | Error)[]>

type WaitingAppend = CheckedAppend & { answer(result: AppendResult | Error): void }

/**
 * Micro-batches: appends that arrive during a commit go together into the next one. A lone append pays nothing; under load
 * one disk flush serves many. The next commit starts before the last one is answered, so that the database always has work.
 */
export function batcher(commit: CommitBatch, limits: BatchLimits) {
  const pending = pendingAppends<WaitingAppend>(limits)
  let running: Promise<void> | null = null
  let closed = false

  /** @param before the size of the last batch */
  async function run(before: number): Promise<void> {
    const batch = pending.next(fairShare(pending.size() + before))
    const results = await commit(batch)
    const outage = results.find(isDown)
    // The store is down: fail the waiting appends now, not after one time-out each.
    if (outage) for (const waiting of pending.all()) waiting.answer(outage)
    running = pending.size() > 0 ? run(batch.length) : null
    for (const [index, result] of results.entries()) batch[index]?.answer(result)
  }

  return {
    async append(checked: CheckedAppend): Promise<AppendResult> {
      if (closed) throw new StoreUnavailable('the event store is closed')
      return new Promise((resolve, reject) => {
        const answer = (result: AppendResult | Error) =>
          result instanceof Error ? reject(result) : resolve(result)
        pending.add({ ...checked, answer })
        // At the end of this turn of the event loop, so that appends of one turn share a batch.
        running ??= nextTurn().then(() => run(0))
      })
    },
    /** Accepts no more appends. Resolves when all accepted ones are answered. */
    async close(): Promise<void> {
      closed = true
      while (running) await running
    },
  }
}

/**
 * The size of a batch: half of the waiting and running appends, so that the database commits one half while this process
 * answers the other. Small numbers go together, because another commit costs more.
 */
const fairShare = (appendCount: number) => Math.max(16, Math.ceil(appendCount / 2))
