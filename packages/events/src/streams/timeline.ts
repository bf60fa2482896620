import { kinds } from '../contexts.ts'
import type { InLog } from '../decider.ts'
import type { JsonObject } from '../json.ts'
import type { DomainEvent } from '../registry.ts'
import { kindOf } from '../streams.ts'
import { changesBetween } from './changes.ts'
import { markOf, sealedPaths, shownTree, treeOf } from './sealed.ts'
import type { TimelineEntry } from './views.ts'

/** An event of which nothing was opened: `sealed` names what is null in it, or is `*` where this build cannot read it. */
export type Masked = InLog & { id: string; type: string; data: JsonObject; sealed: readonly string[] }

export type Timeline = {
  /** Takes the next event of the stream in, and says nothing: for what comes before the part that is looked at. */
  pass(event: Masked): void
  /** Takes the next event in, and says what it made of the state. */
  take(event: Masked): Omit<TimelineEntry, 'event'>
}

type Fold = (state: unknown, event: DomainEvent, recorded: InLog) => unknown

/** The state of a stream, event by event. Nothing is opened, so that nothing personal is ever in it. */
export function timeline(stream: string): Timeline {
  const kind = kindOf(stream)
  const { events, state: folding } = kind ? kinds[kind] : { events: {}, state: null }
  let state: unknown = folding?.initial ?? null

  const pass: Timeline['pass'] = event => {
    if (folding && Object.hasOwn(events, event.type)) state = evolved(folding.evolve as Fold, state, event)
  }
  return {
    pass,
    take(event) {
      // Remembered by the state: one that did not change is not gone through again.
      const before = treeOf(state)
      pass(event)
      const tree = treeOf(state)
      return { state: shownTree(tree), sealed: sealedPaths(tree), changes: changesBetween(before, tree) }
    },
  }
}

/**
 * Sealed fields are marked, and the state passes the marks on; an `evolve` that looks into one is given null, as after an
 * erasure. An event that cannot be read, or whose data are damaged, leaves the state as it was.
 */
function evolved(evolve: Fold, state: unknown, event: Masked): unknown {
  const { id, type, data, sealed, recordedAt, position } = event
  if (sealed.includes('*')) return state
  const marks = Object.fromEntries(sealed.map(name => [name, markOf(id)]))
  for (const seen of [{ ...data, ...marks }, data]) {
    try {
      return evolve(state, { type, data: seen } as DomainEvent, { recordedAt, position })
    } catch {
      // The next one, or none.
    }
  }
  return state
}
