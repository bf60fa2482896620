import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckedAppend } from '../check-append.ts'
import { type Appended, StoreUnavailable } from '../port.ts'
import { isDown } from './failures.ts'
import type { BatchLimits } from './limits.ts'
import { pendingAppends } from './pending.ts'

/** Commits independent appends together: for each, in order, what it got or why not. Never rejects. */
export type CommitBatch = (batch: readonly CheckedAppend[]) => Promise<(Appended | Error)[]>

export type Batcher = {
  append(checked: CheckedAppend): Promise<Appended>
  /** Takes no more; resolves when what it has taken is answered. */
  close(): Promise<void>
}

type Waiting = CheckedAppend & { answer(result: Appended | Error): void }

/**
 * Micro-batches: one commit in flight, and whatever arrives meanwhile goes together into the next. It costs a lone
 * append nothing, and under load one flush to disk serves all that wait.
 */
export function batcher(commit: CommitBatch, limits: BatchLimits): Batcher {
  const pending = pendingAppends<Waiting>(limits)
  let running: Promise<void> | null = null
  let closed = false

  async function run(): Promise<void> {
    for (;;) {
      // Whoever appends in this turn, or on the answer to the last batch, comes along.
      await nextTurn()
      const batch = pending.next()
      if (batch.length === 0) break
      answer(batch, await commit(batch))
    }
    running = null
  }

  function answer(batch: readonly Waiting[], results: readonly (Appended | Error)[]): void {
    for (const [index, waiting] of batch.entries()) waiting.answer(results[index] as Appended | Error)
    const outage = results.find(isDown)
    if (!outage) return
    // The others have waited through the same outage: let each caller decide, rather than queue up behind it.
    for (const waiting of pending.all()) waiting.answer(outage)
  }

  return {
    append(checked) {
      if (closed) return Promise.reject(new StoreUnavailable('the event store is closed'))
      return new Promise((resolve, reject) => {
        const answer = (result: Appended | Error) =>
          result instanceof Error ? reject(result) : resolve(result)
        pending.add({ ...checked, answer })
        running ??= run()
      })
    },
    async close() {
      closed = true
      await running
    },
  }
}
