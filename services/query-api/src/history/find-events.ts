import { type PackedPosition, packed, unpacked } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { type EventFilter, matches } from '@tba/events/history/filter.ts'
import { type MaskedEvent, maskEvent } from '@tba/runtime/log/mask-event.ts'
import type { DatabasePool } from 'slonik'
import { partsOf } from './parts.ts'
import { type Order, placesBetween, searchOf } from './places.ts'

/** The log and its index. */
export type Searched = { pool: DatabasePool; store: Pick<EventStore, 'readAt'> }

export type Asked = {
  filter: EventFilter
  order: Order
  limit: number
  /** Exclusive: where the page before ended. */
  after: PackedPosition | null
  /** Any position of the log. */
  like: Position
}

export type Found = { events: readonly MaskedEvent[]; next: PackedPosition | null }

/** So long a page looks on while it is not full. Then it comes as it is, with where to go on. */
const searchForMs = 100
/** At once, where many rows turn out to be unwanted: each is an event that is read whole. */
const readAtOnce = 500

/** A page of the events that match, each as the log has it. */
export async function findEvents(
  searched: Searched,
  { filter, order, limit, after, like }: Asked,
): Promise<Found> {
  const { pool } = searched
  const [parts, between] = await Promise.all([partsOf(pool, filter), placesBetween(pool, filter)])
  if (between === null) return { events: [], next: null }
  const { from, to } = filter
  const search = searchOf(pool, parts, { ...between, order, from, to })
  const events: MaskedEvent[] = []
  const startedAt = performance.now()
  let at = after
  let size = limit + 1
  for (;;) {
    const { found, end } = await search.next(at, size)
    for (const event of await wholeAt(searched.store, found, like)) {
      if (!matches(event, filter)) continue
      if (events.length === limit) return { events, next: placeOf(events.at(-1)) }
      events.push(event)
    }
    if (end === null || performance.now() - startedAt > searchForMs) return { events, next: end }
    at = end
    size = Math.min(readAtOnce, size * 2)
  }
}

const placeOf = (event: MaskedEvent | undefined) => (event ? packed(event.position) : null)

/** What the log has forgotten since is left out. */
export async function wholeAt(
  store: Pick<EventStore, 'readAt'>,
  places: readonly PackedPosition[],
  like: Position,
): Promise<MaskedEvent[]> {
  const events: readonly Recorded[] = await store.readAt(places.map(place => unpacked(place, like)))
  return events.map(event => maskEvent(event))
}
