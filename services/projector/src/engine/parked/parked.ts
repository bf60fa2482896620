import type { Position } from '@tba/event-store/port.ts'
import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import type { Client } from 'pg'
import type { CommonQueryMethods } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Statement } from '../commit/connection.ts'
import { type FoldFailed, summaryOf } from '../commit/faults.ts'
import type { Projection } from '../projection.ts'

/** Parked streams: a projection skips their events from the one on that it failed at. */

const parked = z.object({
  projection: z.string(),
  version: z.int(),
  stream: z.string(),
  /** Of the event that failed. */
  position: z.string().transform(text => text as Position),
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
export async function readParked(db: CommonQueryMethods): Promise<readonly Parked[]> {
  return db.any(sql.type(parked)`
    select projection, version, stream, position, event_id as "eventId", event_type as "eventType", revision,
      person, error, tries, asked,
      to_char(parked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "parkedAt"
    from projector.parked order by position, projection`)
}

/** Behind an event: streams that go on, or wait behind a later one, do not match. */
type Waiting = { [Name in 'stream' | 'projection' | 'eventId']?: string | undefined }

/** Requests that parked streams be retried, or skipped over their failed event. @returns how many streams match */
export async function request(
  db: CommonQueryMethods,
  asked: 'retry' | 'skip',
  { stream, projection, eventId }: Waiting,
): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    update projector.parked set asked = ${asked}
    where stream = coalesce(${stream ?? null}, stream) and projection = coalesce(${projection ?? null}, projection)
      and event_id = coalesce(${eventId ?? null}, event_id)`)
  return rowCount
}

/**
 * Has this event skipped where a stream waits behind it. It is excluded from rebuilds in any case: tables that are folded
 * anew, as after a restore, may not have come to it yet.
 */
export async function requestSkip(db: CommonQueryMethods, waiting: Required<Waiting>): Promise<void> {
  const { projection, stream, eventId } = waiting
  await db.query(sql.unsafe`
    insert into projector.skipped (projection, event_id, stream, position, error)
    select ${projection}, ${eventId}, ${stream}, coalesce(max(position), ''),
      coalesce(max(error), 'did not wait when it was skipped')
    from projector.parked where projection = ${projection} and stream = ${stream} and event_id = ${eventId}
    on conflict do nothing`)
  await request(db, 'skip', waiting)
}

/** Ids of the events that an operator had skipped in a projection. */
export async function readSkipped(
  db: CommonQueryMethods,
  { name }: Projection,
): Promise<ReadonlySet<string>> {
  const id = z.object({ id: z.string() })
  const rows = await db.any(
    sql.type(id)`select event_id as id from projector.skipped where projection = ${name}`,
  )
  return new Set(rows.map(({ id }) => id))
}

export type Parking = { projection: Projection; fault: FoldFailed; tries: number; person: string }

/**
 * For the transaction that moves the checkpoint past the event. A skip that is asked for meanwhile stands, for this event
 * and no later one; what was excluded before it came is retried, and so passed over.
 */
export function parking({ projection, fault, tries, person }: Parking): Statement {
  const { event } = fault
  return {
    text: `insert into projector.parked
        (projection, version, stream, position, event_id, event_type, revision, person, error, tries, asked)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
        (select 'retry' from projector.skipped where projection = $1 and event_id = $5))
      on conflict (projection, version, stream) do update
      set (position, event_id, event_type, revision, error, tries, parked_at, asked) =
        (excluded.position, excluded.event_id, excluded.event_type, excluded.revision, excluded.error,
         projector.parked.tries + excluded.tries, now(),
         case when projector.parked.event_id = excluded.event_id and projector.parked.asked = 'skip' then 'skip'
           else excluded.asked end)`,
    values: [
      ...[projection.name, projection.version, event.stream, event.position],
      ...[event.id, event.type, event.revision, person, summaryOf(fault), tries],
    ],
  }
}

/** Moves a parked stream on to `next`: all before it has been projected. What was to be skipped was before it. */
export function forwarding({ projection, version, stream }: Parked, next: LoggedEvent): Statement {
  return {
    text: `update projector.parked
      set (position, event_id, event_type, revision, asked) = ($4, $5, $6, $7, 'retry')
      where projection = $1 and version = $2 and stream = $3`,
    values: [projection, version, stream, next.position, next.id, next.type, next.revision],
  }
}

/**
 * Excludes the failed events to be skipped, in every version and rebuild; what is behind them is then to be retried. In one
 * statement, so that no other event is ever excluded. @returns the projections that it was done for
 */
export async function skipRequested(
  db: CommonQueryMethods,
  projections: readonly Projection[],
): Promise<ReadonlySet<string>> {
  const names = projections.map(({ name }) => name)
  const rows = await db.any(sql.type(z.object({ projection: z.string() }))`
    with asked as (
      update projector.parked set asked = 'retry'
      where asked = 'skip' and projection = any(${sql.array(names, 'text')})
      returning projection, event_id, stream, position, error),
    skipped as (
      insert into projector.skipped (projection, event_id, stream, position, error)
      select projection, event_id, stream, position, error from asked on conflict do nothing)
    select distinct projection from asked`)
  return new Set(rows.map(({ projection }) => projection))
}

/** Removes a stream that has been projected. */
export function unparking({ projection, version, stream }: Parked): Statement {
  return {
    text: 'delete from projector.parked where projection = $1 and version = $2 and stream = $3',
    values: [projection, version, stream],
  }
}

/** Removes streams whose person is erased, and excludes their failed events from rebuilds. */
export function discarding({ name, version }: Projection, streams: readonly string[]): Statement {
  return {
    text: `with discarded as (
        delete from projector.parked where projection = $1 and version = $2 and stream = any($3)
        returning projection, event_id, stream, position, error)
      insert into projector.skipped (projection, event_id, stream, position, error)
      select projection, event_id, stream, position, error from discarded on conflict do nothing`,
    values: [name, version, streams],
  }
}

/** Removes the parked streams of these projections, but for those of a version that goes live with them. */
export async function deleteParked(
  client: Client,
  projections: readonly string[],
  kept: readonly Projection[] = [],
): Promise<void> {
  await client.query(
    `delete from projector.parked where projection = any($1)
     and (projection, version) not in (select * from unnest($2::text[], $3::int[]))`,
    [projections, kept.map(({ name }) => name), kept.map(({ version }) => version)],
  )
}

/** Whether an event was skipped that this build has passed without knowing it: the build has to begin again. */
export async function isSkippedBehind(client: Client, { name, version }: Projection): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from projector.skipped join projector.builds as build using (projection)
     where projection = $1 and build.version = $2
       and skipped.position <= build.position and event_id <> all (build.skipped)`,
    [name, version],
  )
  return rowCount !== 0
}
