import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import { isOfLog } from '@tba/event-store/position.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { maskEvent } from './mask-event.ts'

/** Filters events. An absent or empty field filters nothing. */
export type ReplayFilter = {
  /** By the log's clock, `[from, to)`. */
  from?: string | null
  to?: string | null
  types: readonly string[]
  visits: readonly string[]
}

/** `end` is the position of the last event. */
type ReplayRange = { filter: ReplayFilter; end: Position }

/**
 * Reads the log up to `end`. `isPlayed`: the event matches the filter, and its visit has not expired. An expired visit
 * can stay in the log for an hour, and in EventStoreDB until a scavenge.
 */
export async function* replayedEvents(
  store: Pick<EventStore, 'read' | 'readAll' | 'deletesAtOnce'>,
  { filter: bounds, end }: ReplayRange,
): AsyncGenerator<{ event: StoredEvent; isPlayed: boolean }> {
  const { types } = bounds
  const matches = matcher(bounds)
  const expired = await expiredVisits(store)
  for await (const event of store.readAll(types.length > 0 ? { types } : {})) {
    if (event.position > end) return
    const isExpired = event.position < (expired.get(event.stream) ?? '')
    yield { event, isPlayed: !isExpired && matches(event) }
  }
}

/** Whether the position belongs to this log. A restored log gives old positions another meaning. */
export async function isPositionOfLog(store: Pick<EventStore, 'head'>, position: string | null | undefined) {
  if (position == null) return true
  const head = await store.head()
  return head !== null && isOfLog(position, head)
}

type Expiries = Pick<EventStore, 'read' | 'deletesAtOnce'>

/**
 * Expired visits whose events the log may still hold: stream to the position before which it expired. About 100 bytes of memory
 * each: those of an hour, but in EventStoreDB of all time.
 */
async function expiredVisits(store: Expiries): Promise<ReadonlyMap<string, Position>> {
  const expired = new Map<string, Position>()
  for await (const event of store.read(streams.tracking(), { direction: 'backwards' })) {
    const { visits } = event.type === 'VisitsExpired' ? maskEvent(event).data : {}
    if (!Array.isArray(visits) || visits.length === 0) continue
    const gone = visits.map(visit => streams.visit(String(visit)))
    for (const stream of gone) if (!expired.has(stream)) expired.set(stream, event.position)
    // They are deleted in this order, so all that expired before them are deleted too.
    if (await areDeleted(store, gone, event.position)) break
  }
  return expired
}

async function areDeleted(store: Expiries, gone: readonly string[], before: Position): Promise<boolean> {
  if (!store.deletesAtOnce) return false
  for (const stream of gone)
    for await (const { position } of store.read(stream, { limit: 1 })) if (position < before) return false
  return true
}

function matcher({ from, to, types, visits }: ReplayFilter): (event: StoredEvent) => boolean {
  const [ofTypes, ofVisits] = [new Set(types), new Set(visits)]
  return ({ stream, type, recordedAt, metadata }) => {
    if (from && recordedAt < from) return false
    if (to && recordedAt >= to) return false
    if (ofTypes.size > 0 && !ofTypes.has(type)) return false
    if (ofVisits.size === 0) return true
    if (stream.startsWith('visit-')) return ofVisits.has(idOf(stream))
    // Damaged metadata can be null.
    const visitId = metadata?.visitId
    return typeof visitId === 'string' && ofVisits.has(visitId)
  }
}
