import type { Recorded } from '@tba/event-store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** The event of a job, and when it was recorded. */
export type OpenJob = Pick<Recorded, 'id' | 'stream' | 'type' | 'recordedAt'>

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
