import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** A stream that the projection parked, and the event that it cannot process. */
const parked = z.object({ parked: z.string(), eventId: z.uuid() })

/** Stream `projection-<name>`: requests of administrators. Jobs carry them out. */
export const projectionEvents = {
  /** The version that was live. */
  ProjectionRebuildRequested: event(z.object({ version: z.int() })),
  /** Every query-api rebuilds its analytics copy. */
  AnalyticsRebuildRequested: event(z.object({})),
  ParkedStreamRetried: event(parked),
  /** The event is left out for ever, in every version. */
  ParkedStreamSkipped: event(parked),
}

export type ProjectionEvent = EventsOf<typeof projectionEvents>
