import { z } from 'zod'

/** A stream of which a projection takes in nothing from an event on that it cannot take in. */
export const parkedStream = z.object({
  stream: z.string(),
  eventId: z.guid(),
  type: z.string(),
  revision: z.int(),
  error: z.string(),
  tries: z.int(),
  since: z.iso.datetime(),
  /** What an administrator wants done with it and is not done yet. */
  asked: z.enum(['retry', 'skip']).nullable(),
})
export type ParkedStream = z.infer<typeof parkedStream>

/** Tables that are folded from the beginning of the log, beside those that readers see. */
export const buildProgress = z.object({
  version: z.int(),
  /** Events folded so far. */
  done: z.int(),
  /** Of the log, up to where it ends now; one decimal. */
  percent: z.number().min(0).max(100),
  eventsPerSecond: z.number().min(0),
  /** Null where it cannot be told yet. */
  secondsLeft: z.int().nullable(),
})

/**
 * `live`: follows the log · `building`: is folded anew, beside what readers see · `parked`: the same as live, but for streams
 * that wait · `still`: nobody leads it, or it neither reaches the end of the log nor moves towards it
 */
export const projectionState = z.enum(['live', 'building', 'parked', 'still'])
export type ProjectionState = z.infer<typeof projectionState>

export const projectionStatus = z.object({
  name: z.string(),
  /** The live one; null where none is yet. */
  version: z.int().nullable(),
  position: z.string().nullable(),
  /** The age of the oldest event that it has not passed; 0: none. */
  lagMs: z.number().min(0),
  /** Of those that it listens to, over the last five seconds, by its leader. */
  eventsPerSecond: z.number().min(0),
  state: projectionState,
  build: buildProgress.nullable(),
  /** Why the last rebuild came to nothing; null where it did not. */
  failedRebuild: z.object({ at: z.iso.datetime(), error: z.string() }).nullable(),
  parked: z.array(parkedStream),
})
export type ProjectionStatus = z.infer<typeof projectionStatus>

/** The analysts' copy of the log, of the instance that answers: each has its own. */
export const analyticsStatus = z.object({
  /** Up to where it holds the log; null: it is empty. */
  position: z.string().nullable(),
  /** The age of the oldest event that it does not hold; 0: none. */
  lagMs: z.number().min(0),
  events: z.int(),
  /** On disk. */
  bytes: z.int(),
  /** `building`: nothing answers yet; `rebuilding`: the one before answers meanwhile. */
  state: z.enum(['building', 'live', 'rebuilding']),
  /** Of what is being built, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** The host whose copy it is. */
  instance: z.string(),
})
export type AnalyticsStatus = z.infer<typeof analyticsStatus>

/** GET /api/admin/projections, by name: a list like the console's others, of one page. */
export const projectionList = z.object({
  projections: z.array(projectionStatus),
  analytics: analyticsStatus,
  next: z.null(),
})
export type ReadSideStatus = z.infer<typeof projectionList>
