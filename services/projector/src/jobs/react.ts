import type { EventStore, Position } from '@tba/event-store/port.ts'
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

/** Where nothing is promised, the mark moves this often. */
const quietMs = 1_000

/**
 * Follows the log and turns what it promises into jobs, until the signal aborts. The mark moves only after the queue
 * has them: what is enqueued twice is there once. No rebuild of a projection comes by here.
 */
export async function react(reacting: Reacting, signal: AbortSignal): Promise<void> {
  const { store, pool, promises, queue } = reacting
  const after = await readableMark(reacting, 'enqueued')
  const types = Object.keys(promises)
  let caughtUp: Position | null = null
  const mark = setInterval(() => {
    if (caughtUp === null) return
    // What fails here is said again with the next one; the mark only ever moves on.
    advance(pool, 'enqueued', caughtUp).catch(() => undefined)
    caughtUp = null
  }, quietMs)
  try {
    for await (const handed of store.follow({ types, signal, ...(after && { after }) })) {
      if ('caughtUp' in handed) {
        caughtUp = handed.caughtUp
        continue
      }
      await queue.enqueue(handed.filter(event => isFresh(promises, event)))
      const last = handed.at(-1)
      if (last) await advance(pool, 'enqueued', last.position)
    }
  } finally {
    clearInterval(mark)
  }
}
