import { parkedStream, projectionStatus } from '@tba/events/projections/views.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isoUtc } from '../reads/column.ts'
import { type Found, isOpenToAdmin } from '../reads/open-session.ts'

/** What the projector’s leader wrote about a version: the live one, or one being built. */
const written = z.object({
  version: z.int(),
  position: storedPosition,
  eventCount: z.int(),
  eventsPerSecond: z.number(),
  /** Seconds since its checkpoint moved, by the database’s clock. */
  idleSeconds: z.number(),
  movedAt: z.iso.datetime(),
  /** Whether an instance leads it. */
  isLed: z.boolean(),
})
export type Written = z.infer<typeof written>

const build = written.extend({ startedFrom: storedPosition, movedSeconds: z.number() })

const status = z.object({
  name: z.string(),
  live: written.nullable(),
  build: build.nullable(),
  /** The waiting request for a rebuild, else the newest one in log order: clocks may step back. */
  rebuild: z.object({ isDone: z.boolean(), at: z.iso.datetime(), error: z.string().nullable() }).nullable(),
  lastRebuild: projectionStatus.shape.lastRebuild,
  parked: z.array(parkedStream),
})
export type StoredStatus = z.infer<typeof status>

const measured = sql.fragment`version, position, event_count as "eventCount", events_per_second as "eventsPerSecond",
  extract(epoch from now() - updated_at) as "idleSeconds", ${isoUtc('updated_at', 'movedAt')},
  hashtextextended('projector:' || projection || '@' || version, 0) in (select key from held)
    or exists (select from held where key = hashtextextended('projector:read', 0)) as "isLed"`

/** Of every projection, by name; empty if the session is over. */
export async function storedStatuses({ some }: Pick<Found, 'some'>, admin: { sid: string; sub: string }) {
  return some(sql.prepared('projections', status)`
    with held as materialized (
      select (classid::bigint << 32) | objid::bigint as key from pg_catalog.pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ExclusiveLock'
        and database = (select oid from pg_catalog.pg_database where datname = current_database())),
    known as (
      select projection as name from projector.checkpoints union select projection from projector.builds)
    select known.name,
      (select to_jsonb(live) from (
        select ${measured} from projector.checkpoints where projection = known.name
      ) live) as live,
      (select to_jsonb(build) from (
        select ${measured}, begun_from as "startedFrom", extract(epoch from updated_at - begun_at) as "movedSeconds"
        from projector.builds where projection = known.name order by "isLed" desc, version desc limit 1
      ) build) as build,
      (select to_jsonb(asked) from (
        select done_at is not null as "isDone", ${isoUtc('at')}, error
        from (select *, coalesce(done_at, asked_at) as at from projector.rebuilds) r
        where projection = known.name order by (done_at is null) desc, position desc limit 1
      ) asked) as rebuild,
      (select to_jsonb(ended) from (
        select ${isoUtc('done_at', 'endedAt')}, greatest(0, extract(epoch from done_at - asked_at)) as seconds
        from projector.rebuilds
        where projection = known.name and done_at is not null and error is null order by position desc limit 1
      ) ended) as "lastRebuild",
      to_jsonb(array(select to_jsonb(waiting) from (
        select stream, event_id as "eventId", event_type as type, revision, error, tries, ${isoUtc('since')}, asked
        from (select *, parked_at as since from projector.parked) p
        where projection = known.name
          and version = (select version from projector.checkpoints where projection = known.name)
        order by position limit 1000
      ) waiting)) as parked
    from read.admin_sessions s cross join known
    where ${isOpenToAdmin(admin)}
    order by known.name`)
}
