import { replayFailure } from '@tba/events/replays/events.ts'
import { replay } from '@tba/events/replays/views.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../reads/column.ts'

const progress = z.object({
  /** Whether a process has started it. */
  isTaken: z.boolean(),
  done: z.int(),
  /** The log was read up to here. */
  position: storedPosition,
  found: z.int(),
  rate: z.number(),
  /** Seconds since the last sign of life of its process, by the database's clock. */
  idleSeconds: z.number(),
  /** The key of the lines of its result. */
  result: z.string().nullable(),
})

const stored = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
  asked: replay.pick({ mode: true, from: true, to: true, types: true, visits: true }),
  end: storedPosition.nullable(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  endedAt: timestamp.nullable(),
  cancelledBy: z.string().nullable(),
  // The driver returns a bigint, which JSON does not support.
  events: z.coerce.number(),
  found: z.coerce.number(),
  failure: replayFailure.nullable(),
  position: z.string(),
  /** Null: the job does not hold it yet, or any more. */
  progress: progress.nullable(),
})
export type StoredReplay = z.infer<typeof stored>

const jobProgress = sql.fragment`(
  select to_jsonb(held) from (
    select epoch > 0 and over_at is null as "isTaken", done, position, found, rate, result,
      extract(epoch from now() - moved_at) as "idleSeconds"
    from jobs.replays where id = r.id) held)`

/** Newest first. @param chosen a condition on the rows of read.replays, as r */
export async function findReplays(pool: DatabasePool, chosen: FragmentSqlToken, limit = 1) {
  // The jobs create their tables when they first run, which may be later.
  const progress = (await hasTable(pool, 'jobs.replays')) ? jobProgress : sql.fragment`null::jsonb`
  return pool.any(sql.type(stored)`
    select r.*, ${progress} as progress from read.replays r where ${chosen} order by r.position desc limit ${limit}`)
}

/** @throws {HttpFailure} 404 */
export async function findReplay(pool: DatabasePool, id: string): Promise<StoredReplay> {
  const [found] = await findReplays(pool, sql.fragment`r.id = ${id}`)
  if (!found) throw new HttpFailure(404, 'Replica non trovata')
  return found
}
