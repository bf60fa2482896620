import { z } from 'zod'

/** An event as administrators see it: what is sealed is null, and named in `sealed`. */
export const historyEvent = z.object({
  id: z.uuid(),
  position: z.string(),
  stream: z.string(),
  revision: z.int(),
  type: z.string(),
  recordedAt: z.iso.datetime(),
  actor: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  visitId: z.string().nullable(),
  schemaVersion: z.int(),
  data: z.record(z.string(), z.json()),
  sealed: z.array(z.string()),
})
export type HistoryEvent = z.infer<typeof historyEvent>

/** How far the read side is: the log's newest position, and the age of the oldest event that it has not taken in. */
export const readSide = z.object({ head: z.string().nullable(), lagMs: z.number().min(0) })
export type ReadSide = z.infer<typeof readSide>

/** GET /api/admin/events: a page; `next` is the cursor of the following one, null at the end. */
export const historyPage = readSide.extend({ events: z.array(historyEvent), next: z.string().nullable() })
export type HistoryPage = z.infer<typeof historyPage>
