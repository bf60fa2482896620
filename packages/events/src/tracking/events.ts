import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** Stream `visit-<sessionId>`. Nothing in it is sealed, because nothing in it is personal. */
export const visitEvents = {
  ConsentChosen: event(z.object({ choice: z.enum(['all', 'none']) })),
}

export type VisitEvent = EventsOf<typeof visitEvents>
