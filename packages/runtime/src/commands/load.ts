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
export function load<K extends Category>(log: StreamReader, category: K, id: IdOf<K>) {
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

/**
 * Folds new events onto the cached state. With `until`, folds from the start and uses no cache. The last event of a cached
 * state is read again: a log that failed over or was restored can hold another one there, or none.
 */
export async function foldStream(
  log: StreamReader,
  target: StreamTarget,
  until?: Until,
): Promise<Loaded<unknown>> {
  if (until) return fold(log, target, until)
  const { stream } = target
  const { folds, running } = cacheOf(log)
  // Many calls at once fold a long stream once. Each of them then reads what is new.
  const first = running.get(stream)
  if (first) await first
  const folding = fold(log, target)
  if (!folds.has(stream)) {
    const ended = folding.then(
      () => running.delete(stream),
      () => running.delete(stream),
    )
    running.set(stream, ended)
  }
  return folding
}

async function fold(
  log: StreamReader,
  { decider, stream }: StreamTarget,
  until?: Until,
): Promise<Loaded<unknown>> {
  const { folds } = cacheOf(log)
  const known = until ? undefined : folds.get(stream)
  let { state, revision, eventId } = known ?? { state: decider.initial, revision: -1, eventId: '' }
  let isSame = known === undefined
  for await (const event of log.read(stream, { from: Math.max(revision, 0) })) {
    if (until && isBeyond(event, until)) break
    if (!isSame && event.id !== eventId) break
    if (isSame) state = decider.evolve(state, event, event)
    isSame = true
    eventId = event.id
    revision = event.revision
  }
  if (!isSame) {
    folds.delete(stream)
    return foldStream(log, { decider, stream })
  }
  if (!until && revision > (folds.peek(stream)?.revision ?? -1))
    folds.set(stream, { state, revision, eventId })
  return { state, revision }
}

function isBeyond(event: { revision: number; position: Position }, until: Until): boolean {
  return 'before' in until ? event.position >= until.before : event.revision > until.revision
}

type Fold = Loaded<unknown> & { eventId: string }
type Cache = { folds: LRUCache<string, Fold>; running: Map<string, Promise<unknown>> }
const caches = new WeakMap<object, Cache>()

/** Of a long stream the state is no longer: it holds the newest values, and a limited number of items. */
const maxSizeOfOne = 200

/**
 * Caches the folded state of streams, so that a command reads only the new events of its stream.
 * An entry expires after a minute: states contain opened personal data, which must not outlive their key for long.
 */
function cacheOf(log: object): Cache {
  const known = caches.get(log)
  if (known) return known
  // `max` would allocate memory for all entries at once. The size of a state grows with its first events: one of two may
  // hold 25 KB of a customer's texts.
  const folds = new LRUCache<string, Fold>({
    maxSize: 20_000,
    sizeCalculation: ({ revision }) => Math.min(revision + 1, maxSizeOfOne),
    ttl: 60_000,
    // The age counts from the first fold. An update does not reset it.
    noUpdateTTL: true,
  })
  const cache = { folds, running: new Map() }
  caches.set(log, cache)
  return cache
}
