import { storedPosition } from '@tba/runtime/log/position.ts'
import type { Client } from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { CheckpointTable } from '../commit/checkpoints.ts'
import { parkedTables } from '../commit/park.ts'
import type { Projection } from '../projection.ts'

/**
 * Parked streams: a projection skips their events, starting with the one that failed. A retry rebuilds the projection
 * beside its live tables.
 */

const parked = z.object({
  projection: z.string(),
  version: z.int(),
  stream: z.string(),
  /** Of the event that failed. */
  position: storedPosition,
  eventId: z.string(),
  eventType: z.string(),
  revision: z.int(),
  /** The id of the person whom the stream is about. */
  person: z.string().nullable(),
  error: z.string(),
  tries: z.int(),
  /** ISO 8601. */
  parkedAt: z.string(),
  asked: z.enum(['retry', 'skip']).nullable(),
})
export type Parked = z.infer<typeof parked>

/** Oldest first. */
export async function readParked(db: CommonQueryMethods, of: CheckpointTable = 'checkpoints') {
  return db.any(sql.type(parked)`
    select projection, version, stream, position, event_id as "eventId", event_type as "eventType", revision,
      person, error, tries, asked,
      to_char(parked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "parkedAt"
    from ${sql.identifier(['projector', parkedTables[of]])} order by position, projection`)
}

/** Parked at this event: streams that continue, or are parked at a later one, do not match. */
type Waiting = { [Name in 'stream' | 'projection' | 'eventId']?: string | undefined }

/**
 * Requests that parked streams be retried, or skipped over their failed event. A running build carries the request to its
 * end. @returns how many streams match
 */
export async function request(
  db: CommonQueryMethods,
  asked: 'retry' | 'skip',
  { stream, projection, eventId }: Waiting,
): Promise<number> {
  const asking = (table: string) => sql.fragment`
    update ${sql.identifier(['projector', table])} set asked = ${asked}
    where stream = coalesce(${stream ?? null}, stream) and projection = coalesce(${projection ?? null}, projection)
      and event_id = coalesce(${eventId ?? null}, event_id)
    returning projection, event_id, stream, position, error`
  const { rowCount } = await db.query(sql.unsafe`
    with live as (${asking('parked')}), built as (${asking('parked_builds')}),
    requested as (select * from live union select * from built),
    skipped as (
      insert into projector.skipped (projection, event_id, stream, position, error)
      select projection, event_id, stream, position, error from requested where ${asked} = 'skip'
      on conflict do nothing)
    select distinct projection, stream from requested`)
  return rowCount
}

/** Folds live projections ($1, separated by commas) without what was skipped: like a retry, if a stream is parked. */
export const foldAgain = `
  with named as (select unnest(string_to_array($1, ',')) as projection),
  retried as (
    update projector.parked set asked = coalesce(asked, 'retry') where projection in (table named) returning projection)
  insert into projector.rebuilds (event_id, projection, position, asked_at)
  select gen_random_uuid(), projection, position, now() from projector.checkpoints
  where projection in (table named except table retried)`

/** Skips this event even if no stream is parked at it. What is live may contain it, and is rebuilt. */
export async function requestSkip(db: CommonQueryMethods, waiting: Required<Waiting>): Promise<void> {
  const { projection, stream, eventId } = waiting
  if ((await request(db, 'skip', waiting)) > 0) return
  const { rowCount } = await db.query(sql.unsafe`
    insert into projector.skipped (projection, event_id, stream, error)
    values (${projection}, ${eventId}, ${stream}, 'did not wait when it was skipped') on conflict do nothing`)
  if (rowCount > 0) await db.query({ ...sql.unsafe`select`, sql: foldAgain, values: [projection] })
}

/** Ids of the events that an operator skipped in a projection. */
export async function readSkipped(db: CommonQueryMethods, { name }: Projection) {
  const id = z.object({ id: z.string() })
  const rows = await db.any(
    sql.type(id)`select event_id as id from projector.skipped where projection = ${name}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the parked streams of these projections by those of the builds that go live. */
export async function replaceParked(client: Client, projections: readonly Projection[]): Promise<void> {
  const names = projections.map(({ name }) => name)
  await client.query(
    `with before as (delete from projector.parked where projection = any($1) returning *)
     update projector.parked_builds as built set tries = built.tries + before.tries from before
     where (built.projection, built.version, built.stream) = (before.projection, before.version, before.stream)`,
    [names],
  )
  await client.query(
    // A newer version may be building beside this one: its parked streams stay.
    `with built as (
       delete from projector.parked_builds as held using unnest($1::text[], $2::int[]) as done (projection, version)
       where held.projection = done.projection and held.version <= done.version
       returning held.*)
     insert into projector.parked select * from built
     where (projection, version) in (select * from unnest($1::text[], $2::int[]))`,
    [names, projections.map(({ version }) => version)],
  )
}

/** The projections whose build has not reached an event that was skipped after it began. */
export async function newlySkipped(
  db: CommonQueryMethods,
  projections: readonly Projection[],
): Promise<ReadonlySet<Projection>> {
  const row = sql.type(z.object({ projection: z.string(), version: z.int() }))
  const rows = await db.any(row`
    select distinct projection, version from projector.skipped join projector.builds as build using (projection)
    where skipped.position > build.position and event_id <> all (build.skipped)`)
  return new Set(
    projections.filter(({ name, version }) =>
      rows.some(found => found.projection === name && found.version === version),
    ),
  )
}

/** The builds that may contain an event that an operator skipped after they began. */
export async function passedSkipped(client: Client, projections: readonly Projection[]): Promise<string[]> {
  const { rows } = await client.query<{ projection: string }>(
    `select distinct projection from projector.skipped join projector.builds as build using (projection)
     where (projection, version) in (select * from unnest($1::text[], $2::int[]))
       and not discarded and skipped.position <= build.position and event_id <> all (build.skipped)`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version)],
  )
  return rows.map(({ projection }) => projection)
}
