import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

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
  from: z.string().optional(),
  to: z.string().optional(),
  period: z.enum(['today', 'yesterday', '7d', '14d', '30d', '90d', 'lastWeek', 'month']).optional(),
  asOf: z.string().optional(),
  bots: z.boolean().optional(),
  breakdown: z.enum(['device', 'referrer', 'source', 'plan']).optional(),
  compareTo: z.union([z.literal('previous'), z.object({ from: z.string(), to: z.string() })]).optional(),
  equalAge: z.boolean().optional(),
  trend: z.enum(['day', 'week']).optional(),
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
