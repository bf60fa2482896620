-- Appends a micro-batch: independent appends, with a verdict for each. One row in is one event; number tells the
-- append, ordinal the event's place in it. Of several appends to one stream, only the first may expect anything, and
-- no two share an event.
--
-- It has to stay ONE statement in a transaction of its own. Then the snapshot by which revisions are decided is
-- older than the transaction's xid (which the first insert draws), so whatever this batch builds upon has a lower
-- xid, and a stream's events keep their order in the log. With a second statement, or a retry inside the same
-- transaction, revision 1 could get a lower xid than revision 0.
--
-- Joins are avoided: plans are made once for batches of every size, and the cheapest for 2 appends is bad for 200.
--
-- expected: a revision; -1 no stream; -2 any existing stream; null whatever there is.
with event as (
  select given.*, known.*,
    case when ordinal = 0 then coalesce(
      (select e.revision from log.events e where e.stream = given.stream order by e.revision desc limit 1), -1
    ) end as tail
  from rows from (
    unnest($1::int[], $2::text[], $3::bigint[], $4::int[], $5::uuid[], $6::text[], $7::timestamptz[]),
    -- One text for all of them: an array's elements would each be quoted there and unquoted here.
    json_array_elements($8::json),
    json_array_elements($9::json)
  ) as given (number, stream, expected, ordinal, id, type, recorded_at, data, metadata)
  -- An id that the log knows already: the repeat of an append whose answer was lost.
  left join lateral (
    select e.stream as known_stream, e.revision as known_revision, e.xid as known_xid, e.position as known_position
    from log.events e where e.event_id = given.id limit 1
  ) known on true
),
append as (
  select number, stream, expected, ordinal, id, type, data, metadata, recorded_at,
    known_stream, known_revision, known_xid, known_position,
    max(tail) over whole as actual,
    count(*) over whole as events,
    count(known_revision) over whole as known,
    bool_and(known_stream = stream) over whole as same_stream,
    min(known_revision - ordinal) over whole as known_first,
    max(known_revision - ordinal) over whole as known_first_by_last
  from event
  window whole as (partition by number)
),
decided as (
  select *,
    case
      when known = 0 and (expected is null or expected = actual or (expected = -2 and actual >= 0)) then 'written'
      when known = events and same_stream and known_first = known_first_by_last
        and (expected is null or expected = -2 or expected = known_first - 1) then 'known'
      else 'conflict'
    end as verdict
  from append
),
-- In the log they stand as they came, a click before what it led to; but they are inserted sorted by stream, so that
-- two processes with streams in common wait for each other instead of deadlocking.
inserted as (
  insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
  select position, stream, actual + row_number() over (partition by stream order by number, ordinal),
    id, type, data, metadata, coalesce(recorded_at, clock_timestamp())
  from (
    select nextval('log.events_position_seq') as position, written.*
    from (select * from decided where verdict = 'written' order by number, ordinal) as written
  ) as placed
  order by stream, number, ordinal
  returning stream, revision, xid, position
)
-- What was written: a row a stream, with the place of every event. What was not: a row an append.
select stream, null as number, 'written' as verdict, null as actual,
  min(revision) as revision, max(xid) as xid, array_agg(position order by revision) as positions
from inserted
group by stream
union all
select stream, number, verdict, actual, known_revision, known_xid, array[known_position]
from decided
where verdict <> 'written' and ordinal = events - 1
