import { LRUCache } from 'lru-cache'

/** `revision` is that of the last folded event; -1 for an empty stream. */
export type Loaded<S> = { state: S; revision: number }

const foldsByLog = new WeakMap<object, LRUCache<string, Loaded<unknown>>>()

/**
 * Caches the folded state of streams, so that a command reads only the new events of its stream.
 * An entry expires after a minute: states contain opened personal data, which must not outlive their key for long.
 */
export function foldsOf(log: object): LRUCache<string, Loaded<unknown>> {
  const known = foldsByLog.get(log)
  if (known) return known
  // `max` would allocate memory for all entries at once. The size of a state grows with its number of events.
  const folds = new LRUCache<string, Loaded<unknown>>({
    maxSize: 100_000,
    sizeCalculation: ({ revision }) => revision + 1,
    ttl: 60_000,
    // The age counts from the first fold. An update does not reset it.
    noUpdateTTL: true,
  })
  foldsByLog.set(log, folds)
  return folds
}
