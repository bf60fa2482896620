import { z } from 'zod'
import { historyEvent } from '../history/views.ts'

const at = z.iso.datetime()
const text = z.string().nullable()
const next = z.string().nullable()

export const visitDevice = z.enum(['desktop', 'mobile', 'tablet'], 'Dispositivo non valido')
/** What a visit came to: each goes further than the one before. */
export const visitOutcome = z.enum(['lead', 'questionnaire', 'registered'])
export type VisitOutcome = z.infer<typeof visitOutcome>

export const visitRow = z.object({
  id: z.string(),
  firstAt: at,
  lastAt: at,
  /** Of its own and those that name it, 2,000 at most. */
  events: z.int(),
  /** The different ones that it was on, in the order of the first event there, 20 at most. */
  pages: z.array(z.string()),
  device: visitDevice.nullable(),
  /** The host that it came from, without `www.`; null: from none. */
  referrer: text,
  /** Null: it was asked for none, or gave no answer. */
  consent: z.enum(['all', 'none']).nullable(),
  /** What consent ties to it; null: nothing. */
  outcome: visitOutcome.nullable(),
  /** Why it counts as a robot's; null: it does not say that it is one's. */
  robot: z.object({ reason: z.string() }).nullable(),
})
export type VisitRow = z.infer<typeof visitRow>

/** GET /api/admin/visits: newest first. */
export const visitList = z.object({ visits: z.array(visitRow), next })

/** GET /api/admin/visits/{id}: a part of its events in the order of the log; `next`: the cursor of the following part. */
export const visitDetail = z.object({
  visit: visitRow.extend({
    userAgent: text,
    /** The accounts that it is tied to, as only consent does. */
    accounts: z.array(z.uuid()),
  }),
  events: z.array(historyEvent),
  next,
})
export type VisitDetail = z.infer<typeof visitDetail>
