import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'

/**
 * Which visits have expired: the log may hold their events for an hour, and in EventStoreDB until a scavenge. Each takes
 * some 100 bytes of memory.
 */
export class ExpiredVisits {
  /** By stream: what lies before has expired. */
  readonly #before = new Map<string, Position>()

  /** As far as the log knows it now: what expired after a replay was asked for is not played either. */
  static async of(store: Pick<EventStore, 'read'>): Promise<ExpiredVisits> {
    const expired = new ExpiredVisits()
    for await (const event of store.read(streams.tracking())) {
      const { visits } = event.type === 'VisitsExpired' ? maskEvent(event).data : {}
      if (!Array.isArray(visits)) continue
      for (const visit of visits) expired.#before.set(streams.visit(String(visit)), event.position)
    }
    return expired
  }

  /** Whether an event in a visit's own stream is gone. */
  holds = ({ stream, position }: Pick<Recorded, 'stream' | 'position'>): boolean => {
    const before = this.#before.get(stream)
    return before !== undefined && position < before
  }
}

/** What is played of the log; what is absent or empty bounds nothing. */
export type Bounds = {
  from?: string | null
  to?: string | null
  types: readonly string[]
  visits: readonly string[]
}

type Placed = Pick<Recorded, 'stream' | 'type' | 'recordedAt' | 'metadata'>

/** Whether an event is played: by the log's clock within `[from, to)`, of a type and of a visit that were chosen. */
export function matching({ from, to, types, visits }: Bounds): (event: Placed) => boolean {
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

/** Whether an event is played: it was chosen, and has not expired. */
export function playedOf(bounds: Bounds, gone: ExpiredVisits): (event: Recorded) => boolean {
  const isChosen = matching(bounds)
  return event => isChosen(event) && !gone.holds(event)
}
