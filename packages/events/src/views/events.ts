import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** What the history is filtered by, under the names of GET /api/admin/events. */
const recordedFilters = z.object({
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

/** Stream `historyView-<uuid>`: a view of the history that administrators share. */
export const historyViewEvents = {
  /** Saved for the first time, or over what it was. */
  HistoryViewSaved: event(z.object({ name: z.string(), filters: recordedFilters })),
  HistoryViewRenamed: event(z.object({ name: z.string() })),
  HistoryViewDeleted: event(z.object({})),
}

export type HistoryViewEvent = EventsOf<typeof historyViewEvents>
