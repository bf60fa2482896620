import { z } from 'zod'
import { erasedAt, historyEvent } from '../history/views.ts'
import { anyJson } from '../json.ts'

export const change = z.object({
  /** The path in the state, `plan` or `steps.0`; '' is the whole state. */
  path: z.string(),
  /** Null if there was nothing. */
  before: anyJson,
  after: anyJson,
  /** A sealed value changed here. Both values are shown as null. */
  sealed: z.literal(true).optional(),
  /** The field was removed; without this, null is its value. */
  removed: z.literal(true).optional(),
})
export type Change = z.infer<typeof change>

export const timelineEntry = z.object({
  /** An unreadable event has no data and `*` in `sealed`, and keeps the state. */
  event: historyEvent,
  /** The state after the event, by the decider of the category. Sealed values are null, or the whole state if it is unknown. */
  state: anyJson,
  /** The paths of sealed values in the state. For an object, any of its fields may be sealed. */
  sealed: z.array(z.string()),
  changes: z.array(change),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** GET /api/admin/streams/:stream, oldest first. */
export const streamTimeline = z.object({
  stream: z.string(),
  entries: z.array(timelineEntry),
  erasedAt,
  /** The newest revision of the stream. */
  revision: z.int(),
  /** The value of `after` for the next page; null: this is the last. */
  next: z.int().nullable(),
})
export type StreamTimeline = z.infer<typeof streamTimeline>
