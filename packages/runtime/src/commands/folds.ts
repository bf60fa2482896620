import { LRUCache } from 'lru-cache'

/** `revision`: of the last event that was folded; -1: the stream is empty. */
export type Loaded<S> = { state: S; revision: number }

const foldsByLog = new WeakMap<object, LRUCache<string, Loaded<unknown>>>()

/**
 * What the streams of a log were last folded to in this process, so that a command reads only what is new in its stream.
 * After a minute a stream is folded whole again: states hold opened personal data, which are not to outlive their key for long.
 */
export function foldsOf(log: object): LRUCache<string, Loaded<unknown>> {
  const known = foldsByLog.get(log)
  if (known) return known
  // `max` would allocate memory for all of them at once. A state is about as large as its events are many.
  const folds = new LRUCache<string, Loaded<unknown>>({
    maxSize: 100_000,
    sizeCalculation: ({ revision }) => revision + 1,
    ttl: 60_000,
    // The age counts from the first fold on: what is newer takes its place, and keeps it.
    noUpdateTTL: true,
  })
  foldsByLog.set(log, folds)
  return folds
}
