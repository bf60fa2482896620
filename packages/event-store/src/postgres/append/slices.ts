import type { CheckedAppend } from '../../check-append.ts'
import type { BatchLimits } from '../limits.ts'

/** Splits appends into transactions, in order. In each, only the first of a stream may set `expected`: see append.sql. */
export function* slices(
  appends: readonly CheckedAppend[],
  limits: Pick<BatchLimits, 'events' | 'bytes'>,
): Generator<CheckedAppend[]> {
  let slice: CheckedAppend[] = []
  let [events, bytes] = [0, 0]
  let streams = new Set<string>()
  for (const append of appends) {
    const isFull = events + append.events.length > limits.events || bytes + append.bytes > limits.bytes
    if (slice.length > 0 && isFull) {
      yield slice
      slice = []
      streams = new Set()
      ;[events, bytes] = [0, 0]
    }
    slice.push(streams.has(append.stream) ? { ...append, expected: 'any' } : append)
    streams.add(append.stream)
    events += append.events.length
    bytes += append.bytes
  }
  if (slice.length > 0) yield slice
}
