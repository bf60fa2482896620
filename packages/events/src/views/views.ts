import { z } from 'zod'
import { historyViewEvents } from './events.ts'

const { name, filters } = historyViewEvents.HistoryViewSaved.schema.shape

/** A view of a page that all administrators share. */
export const savedView = z.object({
  id: z.uuid(),
  name,
  filters,
  /** The last author: `admin:<id>`. */
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
export type SavedView = z.infer<typeof savedView>

/** GET /api/admin/views: last saved first. */
export const savedViews = z.object({ views: z.array(savedView), next: z.string().nullable() })
