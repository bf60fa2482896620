import { z } from 'zod'
import { historyEvent } from '../history/views.ts'

const at = z.iso.datetime()
const text = z.string().nullable()
const next = z.string().nullable()

export const visitDevice = z.enum(['desktop', 'mobile', 'tablet'], 'Dispositivo non valido')
/** The outcomes of a visit. Each is further than the one before. */
export const visitOutcome = z.enum(['lead', 'questionnaire', 'registered'])

export const visitRow = z.object({
  id: z.string(),
  firstAt: at,
  lastAt: at,
  /** Own events and those that name it, at most 2,000. */
  events: z.int(),
  /** Distinct pages, in order of their first event, at most 20. */
  pages: z.array(z.string()),
  device: visitDevice.nullable(),
  /** The host of the referrer, without `www.`; null: none. */
  referrer: text,
  /** Null: not requested, or not answered. */
  consent: z.enum(['all', 'none']).nullable(),
  /** The outcome, by consent; null: none. */
  outcome: visitOutcome.nullable(),
  /** Why it counts as a robot; null: it does not. */
  robot: z.object({ reason: z.string() }).nullable(),
  /** From its first to its last event. */
  seconds: z.number(),
  pageViews: z.int(),
  /** Refused actions. */
  refusals: z.int(),
  /** Errors of the browser, with consent, at most five. */
  errors: z.int(),
  /** As in the overview; null: none. */
  source: text,
})
export type VisitRow = z.infer<typeof visitRow>

/** GET /api/admin/visits: newest first. */
export const visitList = z.object({
  /** `seen`: this account has opened it. */
  visits: z.array(visitRow.extend({ seen: z.boolean() })),
  next,
  /** How many meet the filters; with the first page alone. */
  total: z.int().optional(),
})
export type ListedVisit = z.infer<typeof visitList>['visits'][number]

/** GET /api/admin/visits/{id}: a page of its events in log order. `next`: the cursor of the next one. */
export const visitDetail = z.object({
  visit: visitRow.extend({
    userAgent: text,
    /** Its accounts, by consent. */
    accounts: z.array(z.uuid()),
  }),
  events: z.array(historyEvent),
  next,
  /** With `funnel`: the ids of the events with which it reached each step. */
  steps: z.array(z.uuid()).optional(),
})
export type VisitDetail = z.infer<typeof visitDetail>
