import { LRUCache } from 'lru-cache'

/** `revision`: of the last event that was folded; -1: the stream is empty. */
export type Loaded<S> = { state: S; revision: number }

/** Of all streams together; a state is about as large as its events are many. */
const mostEvents = 100_000
/** Then a stream is folded whole again: states hold opened personal data, which are not to outlive their key for long. */
const keptForMs = 60_000

/** What streams were last folded to, so that a command reads only what is new in its stream. */
export type Folds = {
  of(stream: string): Loaded<unknown> | undefined
  keep(stream: string, loaded: Loaded<unknown>): void
  /** Where the log turns out to hold less than was folded, as after a restore under a running process. */
  forget(stream: string): void
}

const foldsByLog = new WeakMap<object, Folds>()

/** Those of one log, in this process. */
export function foldsOf(log: object): Folds {
  const folds = foldsByLog.get(log) ?? newFolds()
  foldsByLog.set(log, folds)
  return folds
}

function newFolds(): Folds {
  // `max` would allocate memory for all of them at once.
  const kept = new LRUCache<string, Loaded<unknown>>({
    maxSize: mostEvents,
    sizeCalculation: ({ revision }) => revision + 1,
    ttl: keptForMs,
  })
  return {
    of: stream => kept.get(stream),
    keep(stream, loaded) {
      const held = kept.peek(stream)
      // The age counts from the first fold on: only what is newer takes its place, and keeps it.
      if (held && held.revision >= loaded.revision) return
      const start = held ? performance.now() - (keptForMs - kept.getRemainingTTL(stream)) : undefined
      kept.set(stream, loaded, start === undefined ? {} : { start })
    },
    forget: stream => void kept.delete(stream),
  }
}
