import { z } from 'zod'
import { leadEvents } from './events.ts'

export const leadRow = z.object({
  id: z.uuid(),
  ...leadEvents.LeadSubmitted.schema.omit({ emailHash: true, depositEuro: true }).shape,
  /** The number to dial, in E.164; null if what was typed is none. */
  dial: z.string().nullable(),
  deposit: z.string(),
  visitId: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type LeadRow = z.infer<typeof leadRow>

/** GET /api/admin/leads: newest first. */
export const leadList = z.object({ leads: z.array(leadRow), next: z.string().nullable() })
