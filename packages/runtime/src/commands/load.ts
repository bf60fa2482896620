import type { Position } from '@tba/event-store/port.ts'
import type { Category, IdOf, StateOf } from '@tba/events/commands.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import type { Decider } from '@tba/events/decider.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import type { EventLog } from '../log/event-log.ts'
import { foldsOf, type Loaded } from './folds.ts'

type StreamReader = Pick<EventLog, 'read'>

/** The decider of one stream category, without its types. */
type AnyDecider = Decider<unknown, unknown, DomainEvent, string>

/** Folds the events of a stream to its state. */
export function load<K extends Category>(
  log: StreamReader,
  category: K,
  id: IdOf<K>,
): Promise<Loaded<StateOf<K>>> {
  return foldStream(log, targetOf(category, id)) as Promise<Loaded<StateOf<K>>>
}

/** Where to stop: after a revision, or before a position. */
type Until = { revision: number } | { before: Position }

/** The state at an earlier revision or position. */
export function loadUntil<K extends Category>(
  { log, category, id }: { log: StreamReader; category: K; id: IdOf<K> },
  until: Until,
): Promise<Loaded<StateOf<K>>> {
  return foldStream(log, targetOf(category, id), until) as Promise<Loaded<StateOf<K>>>
}

export type StreamTarget = { decider: AnyDecider; stream: string }

export function targetOf<K extends Category>(category: K, id: IdOf<K>): StreamTarget {
  const { stream, decider } = streamCategories[category]
  return { decider: decider as AnyDecider, stream: (stream as (id: IdOf<K>) => string)(id) }
}

/** Folds new events onto the cached state. With `until`, folds from the start and uses no cache. */
export async function foldStream(
  log: StreamReader,
  { decider, stream }: StreamTarget,
  until?: Until,
): Promise<Loaded<unknown>> {
  const folds = foldsOf(log)
  const known = until ? undefined : folds.get(stream)
  let { state, revision } = known ?? { state: decider.initial, revision: -1 }
  for await (const event of log.read(stream, { from: revision + 1 })) {
    if (until && isBeyond(event, until)) break
    state = decider.evolve(state, event, event)
    revision = event.revision
  }
  if (!until && revision > (folds.peek(stream)?.revision ?? -1)) folds.set(stream, { state, revision })
  return { state, revision }
}

function isBeyond(event: { revision: number; position: Position }, until: Until): boolean {
  return 'before' in until ? event.position >= until.before : event.revision > until.revision
}
