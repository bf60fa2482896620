import { z } from 'zod'
import { historyEvent } from '../history/views.ts'
import type { Json } from '../json.ts'

/** Whatever JSON holds. Not gone through value by value: a state is in an answer a thousand times. */
const json: z.ZodType<Json> = z.any()

export const change = z.object({
  /** Where in the state, `plan` or `steps.0`; '' is the whole state. */
  path: z.string(),
  /** Null where there was nothing. */
  before: json,
  after: json,
  /** Something sealed changed here: what it was and what it is shows as null. */
  sealed: z.literal(true).optional(),
  /** The field is gone; without this, null is its value. */
  removed: z.literal(true).optional(),
})
export type Change = z.infer<typeof change>

export const timelineEntry = z.object({
  /** One that this build cannot read has no data and `*` in `sealed`, and leaves the state as it was. */
  event: historyEvent,
  /** After the event, by the decider that commands are decided by. What is sealed is null; all of it where no state is known. */
  state: json,
  /** The paths of what is sealed in the state; of an object: any of its fields may be. */
  sealed: z.array(z.string()),
  changes: z.array(change),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** GET /api/admin/streams/:stream, oldest first. */
export const streamTimeline = z.object({
  stream: z.string(),
  entries: z.array(timelineEntry),
  /** The newest revision of the stream. */
  revision: z.int(),
  /** Where the entries go on, as `after`; null: these are all. */
  next: z.int().nullable(),
})
export type StreamTimeline = z.infer<typeof streamTimeline>
