import type { BatchLimits } from './limits.ts'

type Weighed = { stream: string; events: { length: number }; bytes: number }

/** Appends that wait for their batch: first in, first out for each stream, the streams in turn. */
export type Pending<A extends Weighed> = {
  add(append: A): void
  /** The next batch, removed: at most one append a stream, within the limits; empty when nothing waits. */
  next(): A[]
  /** All that still waits, removed. */
  all(): A[]
}

export function pendingAppends<A extends Weighed>(limits: BatchLimits): Pending<A> {
  // A Map keeps the order in which its keys came, which is the turn of the streams.
  const lanes = new Map<string, A[]>()

  return {
    add(append) {
      const lane = lanes.get(append.stream)
      if (lane) lane.push(append)
      else lanes.set(append.stream, [append])
    },
    next() {
      const batch: A[] = []
      let events = 0
      let bytes = 0
      // A Map's iterator would meet the lanes put back behind; those had their turn.
      for (const [stream, lane] of [...lanes.entries()].slice(0, limits.appends)) {
        const append = lane[0] as A
        events += append.events.length
        bytes += append.bytes
        // The first goes alone if it must. A great one ends the batch rather than being overtaken for ever.
        if (batch.length > 0 && (events > limits.events || bytes > limits.bytes)) break
        batch.push(append)
        lane.shift()
        lanes.delete(stream)
        if (lane.length > 0) lanes.set(stream, lane)
      }
      return batch
    },
    all() {
      const rest = [...lanes.values()].flat()
      lanes.clear()
      return rest
    },
  }
}
