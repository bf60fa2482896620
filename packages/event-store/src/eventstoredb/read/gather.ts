import { withTimeout } from '../../with-timeout.ts'
import { batchLimits, waits } from '../limits.ts'
import { sizeOf, type WireEvent } from './wire-events.ts'

/**
 * Events that arrive within moments of each other, in batches; an empty one after each `silentMs` without an event. What came
 * before a failure is returned first: otherwise a reader whose connection breaks often would never get further.
 */
export async function* gather(
  events: AsyncGenerator<WireEvent>,
  silentMs: number,
): AsyncGenerator<WireEvent[]> {
  const take = () => {
    const taken = events.next()
    // It is awaited in a later batch.
    taken.catch(() => {})
    return taken
  }
  let next = take()
  for (;;) {
    const batch: WireEvent[] = []
    let bytes = 0
    let endMs = Number.POSITIVE_INFINITY
    while (batch.length < batchLimits.events && bytes < batchLimits.bytes && performance.now() < endMs) {
      const isFirst = batch.length === 0
      const arrived = await withTimeout(isFirst ? silentMs : waits.betweenEventsMs, next, () => null).catch(
        error => {
          if (isFirst) throw error
        },
      )
      if (!arrived || (arrived.done && !isFirst)) break
      if (arrived.done) return
      if (isFirst) endMs = performance.now() + waits.ofBatchMs
      batch.push(arrived.value)
      bytes += sizeOf(arrived.value)
      next = take()
    }
    yield batch
  }
}
