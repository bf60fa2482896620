import type { Recorded } from '@tba/event-store/port.ts'
import { idOf } from '@tba/events/streams.ts'
import type { ExpiredVisits } from './expired-visits.ts'

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
