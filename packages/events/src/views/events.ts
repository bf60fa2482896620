import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'
import { recordOf } from '../keys.ts'

const ofVisits = [
  ...(['period', 'page', 'source', 'campaign', 'entry', 'exit', 'viewed'] as const),
  ...(['device', 'browser', 'system', 'referrer', 'converted', 'registered', 'bots'] as const),
  // As JSON, as in the address.
  ...(['filters', 'segment'] as const),
]
/** The filters of Panoramica and Visite, besides the days of the period. */
export const visitFilters = <T extends z.ZodType>(text: T) => recordOf(ofVisits, () => text.optional())

/** The filters of a page, under the names of its call. */
const recordedFilters = z.object({
  /** The page; absent: the history. */
  screen: z.enum(['overview', 'visits']).optional(),
  ...visitFilters(z.string()),
  type: z.array(z.string()).optional(),
  stream: z.string().optional(),
  visit: z.string().optional(),
  actor: z.string().optional(),
  correlation: z.string().optional(),
  q: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  order: z.enum(['desc', 'asc']).optional(),
})

/** Stream `historyView-<uuid>`: a view of the history, of Panoramica or of Visite that all administrators share. */
export const historyViewEvents = {
  /** Saved for the first time, or replaced. */
  HistoryViewSaved: event(z.object({ name: z.string(), filters: recordedFilters })),
  HistoryViewRenamed: event(z.object({ name: z.string() })),
  HistoryViewDeleted: event(z.object({})),
}

export type HistoryViewEvent = EventsOf<typeof historyViewEvents>
