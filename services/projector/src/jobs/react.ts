import type { EventStore } from '@tba/events/store/port.ts'
import type { DatabasePool } from 'slonik'
import { advance, readableMark } from './kept.ts'
import { isFresh, type Promises } from './promise.ts'
import type { JobQueue } from './queue.ts'

export type Reacting = {
  store: EventStore
  pool: DatabasePool
  queue: Pick<JobQueue, 'enqueue'>
  promises: Promises
}

/** Where nothing is promised, the mark moves this often at most. */
const quietMs = 1_000

/**
 * Follows the log and turns what it promises into jobs, until the signal aborts. The mark moves only after the queue
 * has them: what is enqueued twice is there once. No rebuild of a projection comes by here.
 */
export async function react(reacting: Reacting, signal: AbortSignal): Promise<void> {
  const { store, pool, promises, queue } = reacting
  const after = await readableMark(reacting, 'enqueued')
  const types = Object.keys(promises)
  let markedAtMs = Number.NEGATIVE_INFINITY
  for await (const handed of store.follow({ types, signal, ...(after && { after }) })) {
    if ('caughtUp' in handed) {
      if (performance.now() - markedAtMs < quietMs) continue
      await advance(pool, 'enqueued', handed.caughtUp)
    } else {
      await queue.enqueue(handed.filter(event => isFresh(promises, event)))
      const last = handed.at(-1)
      if (last) await advance(pool, 'enqueued', last.position)
    }
    markedAtMs = performance.now()
  }
}
