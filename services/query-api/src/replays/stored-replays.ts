import type { Position } from '@tba/event-store/port.ts'
import { replayFailure } from '@tba/events/replays/events.ts'
import { replay } from '@tba/events/replays/views.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'

const progress = z.object({
  /** Whether a worker has begun. */
  isTaken: z.boolean(),
  done: z.int(),
  /** Up to there the log has been gone through. */
  position: z.string().transform(text => text as Position),
  found: z.int(),
  rate: z.number(),
  /** Since the worker last came on, by the database's clock. */
  idleSeconds: z.number(),
})

/** The driver hands out a bigint, which JSON has none of. */
const count = z.union([z.bigint(), z.int()]).transform(Number)

const stored = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
  asked: replay.pick({ mode: true, from: true, to: true, types: true, visits: true }),
  end: z
    .string()
    .transform(text => text as Position)
    .nullable(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  endedAt: timestamp.nullable(),
  events: count,
  found: count,
  failure: replayFailure.nullable(),
  position: z.string(),
  /** Null: the job has nothing of it, not yet or no longer. */
  progress: progress.nullable(),
})
export type StoredReplay = z.infer<typeof stored>

/** The session is open, and no replay follows. */
const row = z.union([stored, z.object({ id: z.null() })])

type Session = { sid: string; sub: string }

/** The jobs make their tables when they first run, which may be later. */
const made = sql.type(z.object({ made: z.boolean() }))`select to_regclass('jobs.replays') is not null as made`

const kept = sql.fragment`(
  select to_jsonb(held) from (
    select epoch > 0 and over_at is null as "isTaken", done, position, found, rate,
      extract(epoch from now() - moved_at) as "idleSeconds"
    from jobs.replays where id = r.id) held)`

/** @param chosen which rows of read.replays, as r. @returns null where the session is over */
export async function storedReplays(
  pool: DatabasePool,
  { sid, sub }: Session,
  chosen: FragmentSqlToken,
): Promise<StoredReplay[] | null> {
  const progress = (await pool.oneFirst(made)) ? kept : sql.fragment`null::jsonb`
  const found = await pool.any(sql.type(row)`
    select r.*, ${progress} as progress
    from read.admin_sessions s
    left join lateral (select * from read.replays r ${chosen}) r on true
    where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()
    order by r.position desc`)
  return found.length === 0 ? null : found.filter(replay => replay.id !== null)
}

export const withId = (id: string) => sql.fragment`where r.id = ${id}`
