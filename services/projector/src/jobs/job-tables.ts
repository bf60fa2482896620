import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isReadable } from '../engine/lost-events.ts'

export type OpenJob = Pick<StoredEvent, 'id' | 'stream' | 'type' | 'recordedAt'>

/** Jobs compare the projector's marks with the log, so they need its tables as well. */
export async function createJobTables(pool: DatabasePool): Promise<void> {
  await migrate(pool, 'projector', new URL('../engine/schema/', import.meta.url))
  await migrate(pool, 'jobs', new URL('./schema/', import.meta.url))
}

const row = sql.type(
  z.object({ id: z.uuid(), stream: z.string(), type: z.string(), recordedAt: z.iso.datetime() }),
)
const batchSize = 500

/** Opens a job for each event, unless it is open or done. */
export async function openJobsFor(pool: DatabasePool, events: readonly OpenJob[]): Promise<void> {
  if (events.length === 0) return
  await pool.query(sql.unsafe`
    insert into jobs.open (event_id, stream, event_type, recorded_at)
    select * from ${sql.unnest(
      events.map(({ id, stream, type, recordedAt }) => [id, stream, type, recordedAt]),
      ['uuid', 'text', 'text', 'timestamptz'],
    )} as given (id) where id not in (select event_id from jobs.completions)
    on conflict (event_id) do nothing`)
}

/** All open jobs, in batches. A batch may be closed before the next one is read. */
export async function* allOpenJobs(pool: DatabasePool): AsyncGenerator<readonly OpenJob[]> {
  let after: string | null = null
  do {
    const jobs: readonly OpenJob[] = await pool.any(row`
      select event_id as id, stream, event_type as type,
        to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt"
      from jobs.open where ${after}::uuid is null or event_id > ${after}::uuid
      order by event_id limit ${batchSize}`)
    yield jobs
    after = jobs.length < batchSize ? null : (jobs.at(-1)?.id ?? null)
  } while (after !== null)
}

export async function closeJobs(pool: DatabasePool, jobs: readonly OpenJob[]): Promise<void> {
  const ids = jobs.map(({ id }) => id)
  if (ids.length > 0)
    await pool.query(sql.unsafe`delete from jobs.open where event_id = any(${sql.array(ids, 'uuid')})`)
}

const positionRow = sql.type(z.object({ position: storedPosition }))

export const isCompleted = (pool: DatabasePool, eventId: string): Promise<boolean> =>
  pool.exists(sql.unsafe`select from jobs.completions where event_id = ${eventId}`)

/** Marks the job as done and closes it. */
export async function recordCompletion(pool: DatabasePool, eventId: string): Promise<void> {
  await pool.query(sql.unsafe`
    with closed as (delete from jobs.open where event_id = ${eventId})
    insert into jobs.completions (event_id) values (${eventId}) on conflict (event_id) do nothing`)
}

/**
 * `opened`: every job up to there is open or done. `indexed`: every submission up to there is indexed. `expired`: expired
 * visits up to there are deleted from the log.
 */
export type Mark = 'opened' | 'indexed' | 'expired'

export async function markAt(pool: DatabasePool, mark: Mark): Promise<Position> {
  const row = await pool.maybeOne(positionRow`select position from jobs.progress where name = ${mark}`)
  return row?.position ?? origin
}

/** Only moves marks forwards: if two leaders overlap, the slower one cannot move them back. */
export async function advance(pool: DatabasePool, marks: readonly Mark[], position: Position): Promise<void> {
  await pool.query(sql.unsafe`
    insert into jobs.progress as held (name, position)
    select name, ${position} from unnest(${sql.array(marks, 'text')}) as name
    on conflict (name) do update set position = excluded.position where held.position < excluded.position`)
}

/**
 * The mark to continue from. After a restore the mark belongs to another log. It is then removed, because positions of this
 * log may be lower, and the whole log is read again. Events whose job is done, or that are too old, get no job.
 */
export async function readableMark({ pool, store }: { pool: DatabasePool; store: EventStore }, mark: Mark) {
  const position = await markAt(pool, mark)
  if (await isReadable(store, position)) return position
  await pool.query(sql.unsafe`delete from jobs.progress where name = ${mark} and position = ${position}`)
  return origin
}
