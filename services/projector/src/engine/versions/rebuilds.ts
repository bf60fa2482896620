import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Client } from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '../projection.ts'

/** Rebuilds of projections: the same version again, beside its live tables. */

type Requested = Pick<RecordedEvent, 'id' | 'position' | 'recordedAt'>

/**
 * Requests a rebuild of a projection, once per event even if called again. If a rebuild that was running at that event
 * has gone live since, the request counts as done: requests during a rebuild belong to it.
 */
export async function requestRebuild(
  db: CommonQueryMethods,
  projection: string,
  { id, position, recordedAt }: Requested,
): Promise<void> {
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

export type Due = {
  projection: string
  /** The version of the parked streams to retry; null if an administrator requested the rebuild. */
  version: number | null
}

/** The projections with a requested rebuild of their live version. */
export async function dueRebuilds(db: CommonQueryMethods): Promise<readonly Due[]> {
  const row = sql.type(z.object({ projection: z.string(), version: z.int().nullable() }))
  return db.any(row`
    select projection, version from projector.parked where asked is not null
    union select projection, null from projector.rebuilds where done_at is null`)
}

export const isDue = (due: readonly Due[], { name, version }: Projection): boolean =>
  due.some(row => row.projection === name && (row.version ?? version) === version)

/** Stores why the database refuses a new version, for the administrators, until one goes live. */
export async function recordRefusal(db: CommonQueryMethods, { name }: Projection, error: string) {
  await db.query(sql.unsafe`
    insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, error)
    values (md5(${`refused ${name}`})::uuid, ${name},
      coalesce((select position from projector.checkpoints where projection = ${name}), ''), now(), now(), ${error})
    on conflict (event_id) do update
    set (position, done_at, error) = (excluded.position, excluded.done_at, excluded.error)`)
}

/** Marks the requests as done when rebuilt tables go live. Call it in that transaction. */
export async function completeRebuilds(
  client: Client,
  lives: readonly { projection: Projection; position: string }[],
): Promise<void> {
  const names = lives.map(({ projection }) => projection.name)
  await client.query(
    `delete from projector.rebuilds where event_id in (select md5('refused ' || unnest($1::text[]))::uuid)`,
    [names],
  )
  await client.query(
    // Later positions are from a longer log, before an older one was restored.
    `update projector.rebuilds as requested set done_at = now(), reached = live.position
     from unnest($1::text[], $2::text[]) as live (projection, position)
     where requested.projection = live.projection
       and (requested.done_at is null or requested.reached > live.position collate "C")`,
    [names, lives.map(({ position }) => position)],
  )
}

/** Ends a rebuild that cannot process an event. The live tables stay. */
export async function failRebuild(db: CommonQueryMethods, { name, version }: Projection, error: string) {
  await db.query(sql.unsafe`
    with build as (
      delete from projector.builds where projection = ${name} and version = ${version}),
    retried as (
      update projector.parked set asked = null, error = ${error}
      where projection = ${name} and version = ${version} and asked is not null)
    update projector.rebuilds set done_at = now(), error = ${error}
    where projection = ${name} and done_at is null`)
}
