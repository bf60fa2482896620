-- Appends a micro-batch: independent appends, with a verdict for each. An input row is one event; number names the append,
-- ordinal the event's index in it. Of several appends to one stream, only the first may set expected. No two share an
-- event.
--
-- It has to stay ONE statement in its own transaction. Then the snapshot that decides revisions is older than the
-- transaction's xid, which the first insert draws. So everything that this batch builds on has a lower xid, and the events
-- of a stream keep their order in the log. With a second statement, or a retry in the same transaction, revision 1 could
-- get a lower xid than revision 0.
--
-- It avoids joins: one plan serves batches of every size, and the cheapest plan for 2 appends is bad for 200.
--
-- expected: a revision; -1 no stream; -2 any existing stream; null anything.
with event as (
  select given.*, known.*,
    case when ordinal = 0 then coalesce(
      (select e.revision from log.events e where e.stream = given.stream order by e.revision desc limit 1), -1
    ) end as tail
  from rows from (
    unnest($1::int[], $2::text[], $3::bigint[], $4::int[], $5::uuid[], $6::text[], $7::timestamptz[]),
    -- One text for all events: array elements would be quoted and unquoted one by one.
    json_array_elements($8::json),
    json_array_elements($9::json)
  ) as given (number, stream, expected, ordinal, id, type, recorded_at, data, metadata)
  -- A known id: the retry of an append whose answer was lost.
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
-- In the log they keep the order of arrival, so that a click comes before its effect. They are inserted sorted by stream, so
-- that two processes with the same streams wait for each other and do not deadlock.
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
-- Written appends: one row per stream, with the position of every event. Others: one row per append.
select stream, null as number, 'written' as verdict, null as actual,
  min(revision) as revision, max(xid) as xid, array_agg(position order by revision) as positions
from inserted
group by stream
union all
select stream, number, verdict, actual, known_revision, known_xid, array[known_position]
from decided
where verdict <> 'written' and ordinal = events - 1
