import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

const period = { from: z.string(), to: z.string() }

/** What a saved funnel counts, under the names of POST /api/admin/funnels/run: all that the call takes is kept. */
export const recordedDefinition = z.object({
  by: z.enum(['visit', 'customer']),
  steps: z.array(
    z.object({
      event: z.string(),
      where: z
        .array(
          z.object({
            field: z.string(),
            op: z.enum(['is', 'isNot', 'contains', 'startsWith', 'gt', 'lt']),
            value: z.union([z.string(), z.number(), z.boolean()]),
          }),
        )
        .optional(),
    }),
  ),
  windowSeconds: z.number(),
  stepWindowsSeconds: z.array(z.number().nullable()).optional(),
  strict: z.boolean().optional(),
  ...period,
  asOf: z.string().optional(),
  bots: z.boolean().optional(),
  breakdown: z.enum(['device', 'referrer', 'source', 'plan']).optional(),
  compareTo: z.object(period).optional(),
})

/** Stream `funnel-<uuid>`: a funnel that administrators share. */
export const funnelEvents = {
  FunnelSaved: event(z.object({ name: z.string(), definition: recordedDefinition })),
  FunnelRenamed: event(z.object({ name: z.string() })),
  /** Another definition, and the name that it goes by from then on. */
  FunnelChanged: event(z.object({ name: z.string(), definition: recordedDefinition })),
  FunnelDeleted: event(z.object({})),
}

export type FunnelEvent = EventsOf<typeof funnelEvents>
