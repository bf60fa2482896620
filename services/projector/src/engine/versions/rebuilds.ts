import type { Position } from '@tba/event-store/port.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Client } from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '../projection.ts'

/** Projections that administrators want folded anew, in the version that is live, beside its tables. */

type Asking = Pick<RecordedEvent, 'id' | 'position' | 'recordedAt'>

/**
 * Has a projection folded anew, once for an event however often this is called. It was so already where a rebuild that was
 * under way at that event has gone live since: presses that come while one is under way are the same rebuild.
 */
export async function requestRebuild(
  db: CommonQueryMethods,
  projection: string,
  asking: Asking,
): Promise<void> {
  const { id, position, recordedAt } = asking
  await db.query(sql.unsafe`
    insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, reached)
    select ${id}, ${projection}, ${position}, ${recordedAt}::timestamptz, since.done_at, since.reached
    from (values (1)) as one left join lateral (
      select done_at, reached from projector.rebuilds
      where projection = ${projection} and error is null and reached >= ${position}
      order by done_at desc limit 1
    ) as since on true
    on conflict (event_id) do nothing`)
}

/** The names of those that wait to be folded anew. */
export async function dueRebuilds(db: CommonQueryMethods): Promise<ReadonlySet<string>> {
  const rows = await db.any(sql.type(z.object({ projection: z.string() }))`
    select distinct projection from projector.rebuilds where done_at is null`)
  return new Set(rows.map(({ projection }) => projection))
}

type Live = { projection: Projection; position: Position }

/** What is asked for is done where tables that were folded anew go live. To be called in that transaction. */
export async function completeRebuilds(client: Client, lives: readonly Live[]): Promise<void> {
  await client.query(
    // Those beyond were done on a log that was longer, before an older one was put back.
    `update projector.rebuilds as asked set done_at = now(), reached = live.position
     from unnest($1::text[], $2::text[]) as live (projection, position)
     where asked.projection = live.projection
       and (asked.done_at is null or asked.reached > live.position collate "C")`,
    [lives.map(({ projection }) => projection.name), lives.map(({ position }) => position)],
  )
}

/** Ends a rebuild that came to an event that cannot be taken in: what is live stays. */
export async function failRebuild(
  db: CommonQueryMethods,
  { name, version }: Projection,
  error: string,
): Promise<void> {
  await db.query(sql.unsafe`
    with begun as (
      delete from projector.builds where projection = ${name} and version = ${version})
    update projector.rebuilds set done_at = now(), error = ${error}
    where projection = ${name} and done_at is null`)
}
