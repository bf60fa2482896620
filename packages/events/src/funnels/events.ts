import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** The definition as POST /api/admin/funnels accepted it. It is validated again before it is counted. */
const definition = z.record(z.string(), z.unknown())

/** Stream `funnel-<uuid>`: a funnel that all administrators share. */
export const funnelEvents = {
  FunnelSaved: event(z.object({ name: z.string(), definition })),
  /** Another name, another definition, or both. */
  FunnelChanged: event(z.object({ name: z.string(), definition })),
  FunnelDeleted: event(z.object({})),
}

export type FunnelEvent = EventsOf<typeof funnelEvents>
