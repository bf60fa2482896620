import type { Position } from '@tba/event-store/port.ts'
import type { IdOf, Kind, StateOf } from '@tba/events/commands.ts'
import { kinds } from '@tba/events/contexts.ts'
import type { Decider } from '@tba/events/decider.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import type { EventLog } from '../log/event-log.ts'
import { foldsOf, type Loaded } from './folds.ts'

type Reading = Pick<EventLog, 'read'>

/** One kind's decider, for code that serves all of them. */
type AnyDecider = Decider<unknown, unknown, DomainEvent, string>

/** The state that the events of a stream fold to. */
export function load<K extends Kind>(log: Reading, kind: K, id: IdOf<K>): Promise<Loaded<StateOf<K>>> {
  return foldOn(log, targetOf(kind, id)) as Promise<Loaded<StateOf<K>>>
}

/** Where to stop: after a revision, or before a position. */
type Until = { revision: number } | { before: Position }

/** The state as it was then, without the later events. */
export function loadUntil<K extends Kind>(
  { log, kind, id }: { log: Reading; kind: K; id: IdOf<K> },
  until: Until,
): Promise<Loaded<StateOf<K>>> {
  return foldOn(log, targetOf(kind, id), until) as Promise<Loaded<StateOf<K>>>
}

export type Target = { decider: AnyDecider; stream: string }

export function targetOf<K extends Kind>(kind: K, id: IdOf<K>): Target {
  const { stream, decider } = kinds[kind]
  return { decider: decider as AnyDecider, stream: (stream as (id: IdOf<K>) => string)(id) }
}

/** Folds the stream on from what is known of it, or as it was then, from its beginning. */
export async function foldOn(
  log: Reading,
  { decider, stream }: Target,
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
