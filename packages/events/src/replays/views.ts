import { z } from 'zod'
import { funnelResult } from '../funnels/views.ts'
import { anyJson } from '../json.ts'
import { replayEvents } from './events.ts'

export const replayState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
export type ReplayStatus = z.infer<typeof replayState>

const { from, to, types, visits, mode } = replayEvents.ReplayRequested.schema.shape

export const replay = z.object({
  id: z.uuid(),
  state: replayState,
  mode,
  from,
  to,
  types,
  visits,
  /** Where the log ended when it was asked for: nothing later is played. */
  position: z.string().nullable(),
  /** `admin:<id>` */
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Events gone through so far, and how many there are; null where that is not known yet. */
  done: z.int().min(0),
  total: z.int().min(0).nullable(),
  /** Of so many events or rows the result is, so far. */
  found: z.int().min(0),
  /** Events a second, over the last seconds; 0 where it does not run. */
  rate: z.number().min(0),
  secondsLeft: z.int().min(0).nullable(),
  /** Until when the result is kept; null where there is none. */
  expiresAt: z.iso.datetime().nullable(),
  error: z.string().nullable(),
})
export type Replay = z.infer<typeof replay>

/** GET /api/admin/replays: newest first. */
export const replayList = z.object({ replays: z.array(replay), next: z.string().nullable() })

const values = z.record(z.string(), anyJson)

/**
 * A row of which a table and the log say different things; null: there is none. Of columns about people a name stands in
 * `hidden` and no value.
 */
export const replayedRow = z.object({
  table: z.string(),
  key: values,
  live: values.nullable(),
  replayed: values.nullable(),
  hidden: z.array(z.string()),
})
export type ReplayedRow = z.infer<typeof replayedRow>

/** So many rows that differ are kept; all are counted. */
export const mostDifferingRows = 10_000

/** GET /api/admin/replays/:id: with what it came to, where that is short. */
export const replayDetail = replay.extend({
  funnel: funnelResult.nullable(),
  /** The first hundred. */
  rows: z.array(replayedRow).nullable(),
})
export type ReplayDetail = z.infer<typeof replayDetail>
