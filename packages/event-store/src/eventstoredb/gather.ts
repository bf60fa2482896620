import { alarm } from '../alarm.ts'
import { batchLimits, waits } from './limits.ts'
import { sizeOf, type WireEvent } from './recorded.ts'

/**
 * Events that arrive within moments of each other, in batches; an empty one after each `silentMs` in which none came. What
 * came before a failure is handed out first: else a reader whose connection breaks often would never get on.
 */
export async function* gather(
  events: AsyncGenerator<WireEvent>,
  silentMs: number,
  signal: AbortSignal,
): AsyncGenerator<WireEvent[]> {
  const arrival = alarm()
  let [hasArrived, isOver] = [false, false]
  let next = take()
  for (;;) {
    const batch: WireEvent[] = []
    let bytes = 0
    let endMs = Number.POSITIVE_INFINITY
    while (batch.length < batchLimits.events && bytes < batchLimits.bytes && performance.now() < endMs) {
      const waitMs = batch.length > 0 ? waits.betweenEventsMs : silentMs
      if (!hasArrived) await arrival.wait(arrival.rings, waitMs, signal)
      if (!hasArrived || (isOver && batch.length > 0)) break
      const { value, done } = await next
      if (done) return
      if (batch.push(value) === 1) endMs = performance.now() + waits.ofBatchMs
      bytes += sizeOf(value)
      next = take()
    }
    yield batch
    if (signal.aborted) return
  }

  function take(): Promise<IteratorResult<WireEvent>> {
    hasArrived = false
    const taken = events.next()
    const arrive = (done = true) => {
      isOver = done
      hasArrived = true
      arrival.ring()
    }
    taken.then(
      ({ done }) => arrive(done === true),
      () => arrive(),
    )
    return taken
  }
}
