import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** The event behind which a stream waits, in the projection that cannot take it in. */
const parked = z.object({ parked: z.string(), eventId: z.uuid() })

/** Stream `projection-<name>`: what administrators want of a projection. It is done by jobs. */
export const projectionEvents = {
  /** Of the version that was live. */
  ProjectionRebuildRequested: event(z.object({ version: z.int() })),
  /** Every query-api makes its copy of the log for the analysts again. */
  AnalyticsRebuildRequested: event(z.object({})),
  ParkedStreamRetried: event(parked),
  /** The event is left out for good, in every version. */
  ParkedStreamSkipped: event(parked),
}

export type ProjectionEvent = EventsOf<typeof projectionEvents>
