import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** What a saved funnel counts, as POST /api/admin/funnels took it: whoever counts it checks it again. */
const definition = z.record(z.string(), z.unknown())

/** Stream `funnel-<uuid>`: a funnel that administrators share. */
export const funnelEvents = {
  FunnelSaved: event(z.object({ name: z.string(), definition })),
  /** Another name, another definition, or both. */
  FunnelChanged: event(z.object({ name: z.string(), definition })),
  FunnelDeleted: event(z.object({})),
}

export type FunnelEvent = EventsOf<typeof funnelEvents>
