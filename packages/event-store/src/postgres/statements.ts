import { readFileSync } from 'node:fs'

/** A prepared statement, parsed once per connection. A long text with its reasons is an SQL file of that name. */
export type Statement = { name: string; text: string }

const sql = (file: string) => readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8')
const statement = (name: string, text: string): Statement => ({ name: `log.${name}`, text })

/** The statement, forwards and backwards, with a limit of bytes per page. */
function pages(name: string, query: string, { order, bytes }: { order: string; bytes: string }) {
  const forwards = `
    select stream, revision, event_id, type, data, metadata, recorded_at, xid, position, bytes_before + bytes as bytes
    from (
      select *,
        coalesce(sum(bytes) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from (
        select *, octet_length(data::text) + octet_length(metadata::text) as bytes
        from (${query}) found
      ) page
    ) sized
    where bytes_before < ${bytes}::bigint
    order by ${order}`
  return {
    forwards: { name: `log.${name}.forwards`, text: forwards },
    backwards: { name: `log.${name}.backwards`, text: forwards.replaceAll(' asc', ' desc') },
  }
}

export const append = statement('append', sql('append/append'))

/** Between two revisions, inclusive: at most $4 events. */
const ofStream = `
  select *
  from log.events
  where stream = $1::text and revision >= $2::bigint and revision <= $3::bigint
  order by revision asc
  limit $4::bigint`
export const readStream = pages('read-stream', ofStream, { order: 'revision asc', bytes: '$5' })

const byPosition = { order: 'xid asc, position asc', bytes: '$6' }
export const readLog = pages('read-log', sql('read/read-log'), byPosition)
export const readLogOfTypes = pages('read-log-of-types', sql('read/read-log-of-types'), byPosition)

/** The events at the positions ($1, $2), in the given order. Not gated: a caller with a position has already seen the event. */
export const readAt = statement(
  'read-at',
  `select e.stream, e.revision, e.event_id, e.type, e.data, e.metadata, e.recorded_at, e.xid, e.position
  from unnest($1::xid8[], $2::bigint[]) with ordinality as asked (xid, position, ordinal)
  cross join lateral (
    select * from log.events where xid = asked.xid and position = asked.position limit 1
  ) e
  order by asked.ordinal`,
)

/** Up to where readers may go (see read-log.sql), and whether a running transaction holds back committed events after it. */
export const watermark = statement(
  'watermark',
  `select safe.xid, safe.position, safe.event_id, safe.stream,
    exists (select from log.events where xid >= pg_snapshot_xmin(pg_current_snapshot())) as held_back
  from (values (true)) one_row left join lateral (
    select xid, position, event_id, stream
    from log.events
    where xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid desc, position desc
    limit 1
  ) safe on true`,
)

/** The newest committed event, even if readers may not read it yet: never before a position that an append returned. */
export const head = statement(
  'head',
  'select xid, position from log.events order by xid desc, position desc limit 1',
)

/** How long the oldest committed event that is hidden from readers has waited. */
export const heldBack = statement(
  'held-back',
  `select greatest(0, extract(epoch from clock_timestamp() - recorded_at) * 1000)::float8 as held_back_ms
  from log.events where xid >= pg_snapshot_xmin(pg_current_snapshot()) order by xid, position limit 1`,
)

/** A transaction of its own, which ends at once. Every transaction that started earlier has a lower id. */
export const startTransaction = statement('draw-transaction', 'select pg_current_xact_id()::text as xid')

/** Whether every transaction up to this id has ended. */
export const isOver = statement(
  'is-over',
  'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_over',
)

/**
 * Deletes at most $4 events of the streams $1 before the position ($2, $3): a writing transaction must be short. Returns how
 * many.
 */
export const deleteStreams = statement(
  'delete-streams',
  `with found as (
    select ctid from log.events
    where stream = any($1::text[]) and (xid, position) < ($2::xid8, $3::bigint) limit $4),
  deleted as (delete from log.events where ctid = any(array(select ctid from found)) returning 1)
  select count(*)::int as count from deleted`,
)
