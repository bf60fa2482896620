import type { ReadOptions, Recorded } from '../port.ts'
import { pageLimits } from './limits.ts'
import { type Log, readPage } from './read-page.ts'
import { readStream as statements } from './statements.ts'

/** One stream, page by page: only what the reader asks for is fetched. */
export async function* readStream(
  log: Log,
  stream: string,
  { direction = 'forwards', from = ends[direction], limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): AsyncGenerator<Recorded> {
  let next = from
  let left = limit
  while (left > 0) {
    const asked = Math.min(left, pageLimits.events)
    const values = [stream, next, asked, pageLimits.bytes]
    const { events, more } = await readPage(log, statements[direction], { asked, values })
    yield* events
    const last = events.at(-1)
    if (!more || !last) return
    left -= events.length
    next = last.revision + (direction === 'forwards' ? 1 : -1)
  }
}

const ends = { forwards: 0, backwards: Number.MAX_SAFE_INTEGER }
