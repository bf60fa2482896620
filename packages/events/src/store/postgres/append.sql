-- Appends a micro-batch: independent appends, each to a stream of its own, with a verdict for each.
--
-- It has to stay ONE statement in a transaction of its own. Then the snapshot by which revisions are decided is
-- older than the transaction's xid (which the first insert draws), so whatever this batch builds upon has a lower
-- xid, and a stream's events keep their order in the log. With a second statement, or a retry inside the same
-- transaction, revision 1 could get a lower xid than revision 0.
--
-- expected: a revision; -1 no stream; -2 any existing stream; null whatever there is.
with append as (
  select a.stream, a.expected, a.number,
    coalesce((select e.revision from log.events e where e.stream = a.stream order by e.revision desc limit 1), -1) as actual
  from unnest($1::text[], $2::bigint[]) with ordinality as a (stream, expected, number)
),
event as (
  select * from unnest($3::int[], $4::int[], $5::uuid[], $6::text[], $7::jsonb[], $8::jsonb[], $9::timestamptz[])
    as e (number, ordinal, id, type, data, metadata, recorded_at)
),
-- Ids that the log knows already: the repeat of an append whose answer was lost.
known as (
  select event.number, count(*) as events, count(e.revision) as known,
    bool_and(e.stream = append.stream) as same_stream,
    min(e.revision - event.ordinal) as first, max(e.revision - event.ordinal) as first_by_last,
    (array_agg(e.xid order by event.ordinal desc))[1] as xid,
    (array_agg(e.position order by event.ordinal desc))[1] as position
  from event join append on append.number = event.number left join log.events e on e.event_id = event.id
  group by event.number
),
decided as (
  select append.number, append.stream, append.actual, known.events, known.first, known.xid, known.position,
    case
      when known.known = 0 and (
        append.expected is null or append.expected = append.actual or (append.expected = -2 and append.actual >= 0)
      ) then 'written'
      when known.known = known.events and known.same_stream and known.first = known.first_by_last and (
        append.expected is null or append.expected = known.first - 1 or append.expected = -2
      ) then 'known'
      else 'conflict'
    end as verdict
  from append join known on known.number = append.number
),
-- Sorted by stream, so that two processes with streams in common wait for each other instead of deadlocking.
inserted as (
  insert into log.events (stream, revision, event_id, type, data, metadata, recorded_at)
  select decided.stream, decided.actual + 1 + event.ordinal, event.id, event.type, event.data, event.metadata,
    coalesce(event.recorded_at, clock_timestamp())
  from decided join event on event.number = decided.number
  where decided.verdict = 'written'
  order by decided.stream, event.ordinal
  returning stream, xid, position
),
written as (
  select stream, max(xid) as xid, max(position) as position from inserted group by stream
)
select decided.verdict, decided.actual,
  case decided.verdict when 'written' then decided.actual when 'known' then decided.first - 1 end + decided.events as revision,
  coalesce(written.xid, decided.xid) as xid, coalesce(written.position, decided.position) as position
from decided left join written on written.stream = decided.stream
order by decided.number
