import type { CheckedAppend } from '../check-append.ts'
import type { BatchLimits } from './limits.ts'

type Weighed = Pick<CheckedAppend, 'stream' | 'expected' | 'bytes'> & { events: readonly { id: string }[] }

/** Appends that wait for a batch: first in, first out per stream, and the streams in turn. */
export function pendingAppends<A extends Weighed>(limits: BatchLimits) {
  // A Map keeps the order of insertion, which is the turn of the streams.
  const lanes = new Map<string, A[]>()
  let size = 0

  return {
    add(append: A): void {
      size++
      const lane = lanes.get(append.stream)
      if (lane) lane.push(append)
      else lanes.set(append.stream, [append])
    },
    /**
     * Removes and returns the next batch, within the limits; empty if nothing waits. A batch holds several appends to one stream
     * only if all but the first expect `any`. It holds no event id twice.
     * @param most maximum of appends, if below the limit
     */
    next(most = limits.appends): A[] {
      const appends = Math.min(most, limits.appends)
      const batch: A[] = []
      let events = 0
      let bytes = 0
      const take = (append: A) => {
        events += append.events.length
        bytes += append.bytes
        batch.push(append)
      }
      // An append over the limits goes alone.
      const fits = (append: A) =>
        batch.length === 0 ||
        (batch.length < appends &&
          events + append.events.length <= limits.events &&
          bytes + append.bytes <= limits.bytes)
      // A copy: the iterator of the Map would also visit lanes that are added again.
      for (const [stream, lane] of [...lanes.entries()].slice(0, appends)) {
        // A large append ends the batch. Otherwise others would always overtake it.
        if (!fits(lane[0] as A)) break
        lanes.delete(stream)
        for (const append of together(lane.slice(0, limits.appendsOfStream))) {
          if (!fits(append)) break
          take(append)
          lane.shift()
        }
        if (lane.length > 0) lanes.set(stream, lane)
      }
      size -= batch.length
      return batch
    },
    /** The number of waiting appends. */
    size: () => size,
    /** Removes and returns all waiting appends. */
    all(): A[] {
      const rest = [...lanes.values()].flat()
      lanes.clear()
      size = 0
      return rest
    },
  }
}

/** The first append, and the following ones that one statement may hold with it: see append.sql. */
function together<A extends Weighed>(lane: readonly A[]): readonly A[] {
  if (lane.length === 1) return lane
  const ids = new Set<string>()
  const end = lane.findIndex((append, at) => {
    const its = append.events.map(({ id }) => id.toLowerCase())
    const stays = at === 0 || (append.expected === 'any' && !its.some(id => ids.has(id)))
    for (const id of its) ids.add(id)
    return !stays
  })
  return end < 0 ? lane : lane.slice(0, end)
}
