import type { CheckedAppend } from '../../check-append.ts'
import type { BatchLimits } from '../limits.ts'

type SizedAppend = Pick<CheckedAppend, 'stream' | 'bytes'> & { events: readonly unknown[] }

/** Appends that wait for a batch: first in, first out. A batch holds one append per stream. */
export function pendingAppends<A extends SizedAppend>(limits: BatchLimits) {
  let waiting: A[] = []

  return {
    add: (append: A) => void waiting.push(append),
    /** The number of waiting appends. */
    size: () => waiting.length,
    /**
     * Removes and returns the next batch, within the limits; empty if nothing waits.
     * @param maxAppends maximum of appends, if below the limit
     */
    next(maxAppends = limits.appends): A[] {
      const batch = new Map<string, A>()
      const later: A[] = []
      let [events, bytes] = [0, 0]
      // An append over the limits goes alone.
      const fits = (append: A) =>
        batch.size === 0 ||
        (batch.size < Math.min(maxAppends, limits.appends) &&
          events + append.events.length <= limits.events &&
          bytes + append.bytes <= limits.bytes)
      for (const [at, append] of waiting.entries()) {
        if (batch.has(append.stream)) {
          later.push(append)
          continue
        }
        // A large append ends the batch. Otherwise others would always overtake it.
        if (!fits(append)) {
          later.push(...waiting.slice(at))
          break
        }
        batch.set(append.stream, append)
        events += append.events.length
        bytes += append.bytes
      }
      waiting = later
      return [...batch.values()]
    },
    /** Removes and returns all waiting appends. */
    all(): A[] {
      const all = waiting
      waiting = []
      return all
    },
  }
}
