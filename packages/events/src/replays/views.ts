import { z } from 'zod'
import { funnelResult } from '../funnels/views.ts'
import { anyJson } from '../json.ts'
import { replayEvents } from './events.ts'

const { from, to, types, visits, mode } = replayEvents.ReplayRequested.schema.shape

export const replay = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  mode,
  from,
  to,
  types,
  visits,
  /** The end of the log at the request: later events are not replayed. */
  position: z.string().nullable(),
  /** `admin:<id>` */
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** `admin:<id>`; null: nobody cancelled it. */
  cancelledBy: z.string().nullable(),
  /** Events read so far, and their total; null if unknown. */
  done: z.int().min(0),
  total: z.int().min(0).nullable(),
  /** Events or rows in the result so far. */
  found: z.int().min(0),
  /** Events per second, over the last seconds; 0 if it does not run. */
  rate: z.number().min(0),
  secondsLeft: z.int().min(0).nullable(),
  /** The result is kept until then; null without one. */
  expiresAt: z.iso.datetime().nullable(),
  error: z.string().nullable(),
})
export type Replay = z.infer<typeof replay>
export type ReplayStatus = Replay['state']

/** GET /api/admin/replays: newest first. */
export const replayList = z.object({ replays: z.array(replay), next: z.string().nullable() })

const values = z.record(z.string(), anyJson)

/**
 * A row that differs between a table and the log; null: the row is missing there. Columns about people are named in `hidden`,
 * without a value.
 */
export const replayedRow = z.object({
  table: z.string(),
  key: values,
  live: values.nullable(),
  replayed: values.nullable(),
  hidden: z.array(z.string()),
})
export type ReplayedRow = z.infer<typeof replayedRow>

/** The maximum of differing rows that are kept. All are counted. */
export const maxDifferingRows = 10_000

/** GET /api/admin/replays/:id: with its result if that is short. */
export const replayDetail = replay.extend({
  funnel: funnelResult.nullable(),
  /** The first hundred. */
  rows: z.array(replayedRow).nullable(),
})
export type ReplayDetail = z.infer<typeof replayDetail>
