import type { ReadOptions, StoredEvent } from '../../port.ts'
import { pageLimits } from '../limits.ts'
import { readStream as statements } from '../statements.ts'
import { type Log, readPage } from './read-page.ts'

/** One stream, page by page. Reads a page when the reader asks for it. */
export async function* readStream(
  log: Log,
  stream: string,
  { direction = 'forwards', from, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): AsyncGenerator<StoredEvent> {
  const isForwards = direction === 'forwards'
  let lowest = isForwards ? (from ?? 0) : 0
  let highest = isForwards ? Number.MAX_SAFE_INTEGER : (from ?? Number.MAX_SAFE_INTEGER)
  let left = limit
  while (left > 0) {
    const limit = Math.min(left, pageLimits.events)
    const values = [stream, lowest, highest, limit, pageLimits.bytes]
    const { events, more } = await readPage(log, statements[direction], { limit, values })
    yield* events
    const last = events.at(-1)
    if (!more || !last) return
    left -= events.length
    if (isForwards) lowest = last.revision + 1
    else highest = last.revision - 1
  }
}
