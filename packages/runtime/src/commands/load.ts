import type { Position } from '@tba/event-store/port.ts'
import type { Category, IdOf, StateOf } from '@tba/events/commands.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import type { Decider } from '@tba/events/decider.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import { LRUCache } from 'lru-cache'
import type { EventLog } from '../log/event-log.ts'

/** `revision` is that of the last folded event; -1 for an empty stream. */
export type Loaded<S> = { state: S; revision: number }

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
