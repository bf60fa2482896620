import { z } from 'zod'
import { watchedTrouble } from '../alarms/states.ts'

/** A stream that a projection parked at an event that it cannot process. */
export const parkedStream = z.object({
  stream: z.string(),
  eventId: z.guid(),
  type: z.string(),
  revision: z.int(),
  error: z.string(),
  tries: z.int(),
  since: z.iso.datetime(),
  /** The open request of an administrator. */
  asked: z.enum(['retry', 'skip']).nullable(),
})
export type ParkedStream = z.infer<typeof parkedStream>

/** Tables that are folded from the start of the log, beside the live ones. */
export const buildProgress = z.object({
  version: z.int(),
  /** Events folded so far. */
  done: z.int(),
  /** Of the log up to its present end, one decimal. */
  percent: z.number().min(0).max(100),
  eventsPerSecond: z.number().min(0),
  /** Null if unknown. */
  secondsLeft: z.int().nullable(),
})

/**
 * `live`: follows the log · `building`: is rebuilt beside the live tables · `parked`: live, with parked streams · `still`:
 * nobody leads it, or it makes no progress towards the end of the log
 */
export const projectionState = z.enum(['live', 'building', 'parked', 'still'])
export type ProjectionState = z.infer<typeof projectionState>

/**
 * `unbuilt`: it has no live tables, and nobody makes them · `unled`: no instance leads it · `unmoved`: it is led, and makes
 * no progress
 */
const standstill = z.object({
  reason: z.enum(['unbuilt', 'unled', 'unmoved']),
  /** Its last step; null without one. */
  since: z.iso.datetime().nullable(),
})
export type Standstill = z.infer<typeof standstill>

export const projectionStatus = z.object({
  name: z.string(),
  /** The live one; null without one. */
  version: z.int().nullable(),
  position: z.string().nullable(),
  /** The time of the event at this position; null: the event has expired, or there is none. */
  lastEventAt: z.string().nullable(),
  /** The age of the oldest event that it has not passed; 0: none. */
  lagMs: z.number().min(0),
  /** Of its event types, over the last five seconds, by its leader. */
  eventsPerSecond: z.number().min(0),
  state: projectionState,
  /** Why it stands still; null in other states. */
  standstill: standstill.nullable(),
  build: buildProgress.nullable(),
  /** The end of the last rebuild that went live, and its seconds from the request on; null: none. */
  lastRebuild: z.object({ endedAt: z.iso.datetime(), seconds: z.number().min(0) }).nullable(),
  /** Why the last rebuild failed; null if it did not. */
  failedRebuild: z.object({ at: z.iso.datetime(), error: z.string() }).nullable(),
  parked: z.array(parkedStream),
})
export type ProjectionStatus = z.infer<typeof projectionStatus>

/** The analytics copy of the answering instance. Each instance has its own. */
export const analyticsStatus = z.object({
  /** The copy holds the log up to here; null: it is empty. */
  position: z.string().nullable(),
  lastEventAt: z.iso.datetime().nullable(),
  /** The age of the oldest event that it does not hold; 0: none. */
  lagMs: z.number().min(0),
  events: z.int(),
  /** On disk. */
  bytes: z.int(),
  /** `building`: no copy answers yet; `rebuilding`: the old copy answers. */
  state: z.enum(['building', 'live', 'rebuilding']),
  /** Of the build, from 0 to 1. */
  progress: z.number().min(0).max(1),
  lastRebuild: projectionStatus.shape.lastRebuild,
  /** The host of the copy. */
  instance: z.string(),
})
export type AnalyticsStatus = z.infer<typeof analyticsStatus>

/** Events that the tables were made from and the log no longer holds. Nothing is projected until an operator decides. */
const lostEvents = z.object({
  noticedAt: z.iso.datetime(),
  /** At least so many. */
  events: z.int(),
  /** Positions. */
  first: z.string(),
  last: z.string(),
})
export type LostEvents = z.infer<typeof lostEvents>

/** GET /api/admin/projections, by name: a list of one page, like other lists of the console. */
export const projectionList = z.object({
  projections: z.array(projectionStatus),
  analytics: analyticsStatus,
  lost: lostEvents.nullable(),
  /** The product’s own state, decided as an alarm is. */
  watched: z.array(watchedTrouble),
  next: z.null(),
})
export type ReadSideStatus = z.infer<typeof projectionList>
