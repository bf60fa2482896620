import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

const ofVisits = [
  ...(['period', 'page', 'source', 'campaign', 'entry', 'exit', 'viewed'] as const),
  ...(['device', 'browser', 'system', 'referrer', 'converted', 'bots'] as const),
]
/** What Panoramica and Visite are filtered by, besides the period's days. */
export const visitFilters = <T extends z.ZodType>(text: T) =>
  Object.fromEntries(ofVisits.map(name => [name, text.optional()])) as Record<
    (typeof ofVisits)[number],
    z.ZodOptional<T>
  >

/** What a page is filtered by, under the names of its call. */
const recordedFilters = z.object({
  /** Which page's; left out: the history's. */
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

/** Stream `historyView-<uuid>`: a view of the history, of Panoramica or of Visite that administrators share. */
export const historyViewEvents = {
  /** Saved for the first time, or over what it was. */
  HistoryViewSaved: event(z.object({ name: z.string(), filters: recordedFilters })),
  HistoryViewRenamed: event(z.object({ name: z.string() })),
  HistoryViewDeleted: event(z.object({})),
}

export type HistoryViewEvent = EventsOf<typeof historyViewEvents>
