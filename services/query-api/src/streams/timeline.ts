import { streamCategories } from '@tba/events/contexts.ts'
import type { LogTime } from '@tba/events/decider.ts'
import type { JsonObject } from '@tba/events/json.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import { markOf, sealedPaths, shownTree, treeOf } from '@tba/events/streams/sealed.ts'
import type { TimelineEntry } from '@tba/events/streams/views.ts'
import { categoryOf } from '@tba/events/streams.ts'
import { changesBetween } from './changes.ts'

/** A masked event. `sealed` lists the null fields, or is `*` if this build cannot read the event. */
export type MaskedEvent = LogTime & { id: string; type: string; data: JsonObject; sealed: readonly string[] }

export type Timeline = {
  /** Folds the next event of the stream without a result: for events before the shown part. */
  fold(event: MaskedEvent): void
  /** Folds the next event, and returns the resulting state and its changes. */
  foldToEntry(event: MaskedEvent): Omit<TimelineEntry, 'event'>
}

type Fold = (state: unknown, event: DomainEvent, recorded: LogTime) => unknown

/** The state of a stream, event by event. Nothing is opened, so it never contains personal data. */
export function timeline(stream: string): Timeline {
  const category = categoryOf(stream)
  const { events, state: evolver } = category ? streamCategories[category] : { events: {}, state: null }
  let state: unknown = evolver?.initial ?? null

  const fold: Timeline['fold'] = event => {
    if (evolver && Object.hasOwn(events, event.type)) state = tryEvolve(evolver.evolve as Fold, state, event)
  }
  return {
    fold,
    foldToEntry(event) {
      // Cached by the state object: an unchanged state is not converted again.
      const before = treeOf(state)
      fold(event)
      const tree = treeOf(state)
      return { state: shownTree(tree), sealed: sealedPaths(tree), changes: changesBetween(before, tree) }
    },
  }
}

/**
 * Sealed fields are marks, which the state passes on. An `evolve` that reads one gets null, as after an erasure. An unreadable
 * or damaged event keeps the state.
 */
function tryEvolve(evolve: Fold, state: unknown, event: MaskedEvent): unknown {
  const { id, type, data, sealed, recordedAt, position } = event
  if (sealed.includes('*')) return state
  const marks = Object.fromEntries(sealed.map(name => [name, markOf(id)]))
  for (const seen of [{ ...data, ...marks }, data]) {
    try {
      return evolve(state, { type, data: seen } as DomainEvent, { recordedAt, position })
    } catch {
      // Continue with the next event.
    }
  }
  return state
}
