import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { isOfLog } from '@tba/event-store/position.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { maskEvent } from './mask-event.ts'

/** What is chosen of the log; what is absent or empty bounds nothing. */
export type Bounds = {
  /** By the log's clock, `[from, to)`. */
  from?: string | null
  to?: string | null
  types: readonly string[]
  visits: readonly string[]
}

/** `end` is the position of the last event. */
type Asked = { bounds: Bounds; end: Position }

/**
 * Goes through the log up to `end`, and says of each event whether it is played: it was chosen, and its visit has not
 * expired. The log may hold an expired visit for an hour, and EventStoreDB until a scavenge.
 */
export async function* replayedEvents(
  store: Pick<EventStore, 'read' | 'readAll'>,
  { bounds, end }: Asked,
): AsyncGenerator<{ event: Recorded; isPlayed: boolean }> {
  const { types } = bounds
  const isChosen = chosenBy(bounds)
  const expired = await expiredVisits(store)
  for await (const event of store.readAll(types.length > 0 ? { types } : {})) {
    if (event.position > end) return
    const isExpired = event.position < (expired.get(event.stream) ?? '')
    yield { event, isPlayed: !isExpired && isChosen(event) }
  }
}

/** Whether this log has such positions: after a restore, those of before mean something else. */
export async function isOfThisLog(
  store: Pick<EventStore, 'head'>,
  position: string | null | undefined,
): Promise<boolean> {
  if (position == null) return true
  const head = await store.head()
  return head !== null && isOfLog(position, head)
}

/** By stream, before which position it has expired: some 100 bytes of memory each. */
async function expiredVisits(store: Pick<EventStore, 'read'>): Promise<ReadonlyMap<string, Position>> {
  const expired = new Map<string, Position>()
  for await (const event of store.read(streams.tracking())) {
    const { visits } = event.type === 'VisitsExpired' ? maskEvent(event).data : {}
    if (!Array.isArray(visits)) continue
    for (const visit of visits) expired.set(streams.visit(String(visit)), event.position)
  }
  return expired
}

function chosenBy({ from, to, types, visits }: Bounds): (event: Recorded) => boolean {
  const [ofTypes, ofVisits] = [new Set(types), new Set(visits)]
  return ({ stream, type, recordedAt, metadata }) => {
    if (from && recordedAt < from) return false
    if (to && recordedAt >= to) return false
    if (ofTypes.size > 0 && !ofTypes.has(type)) return false
    if (ofVisits.size === 0) return true
    if (stream.startsWith('visit-')) return ofVisits.has(idOf(stream))
    // Metadata can be null where somebody has damaged it.
    const visitId = metadata?.visitId
    return typeof visitId === 'string' && ofVisits.has(visitId)
  }
}
