-- The events at the positions ($1, $2), in the given order. Not gated: a caller with a position has already seen the event.
select e.stream, e.revision, e.event_id, e.type, e.data, e.metadata, e.recorded_at, e.xid, e.position
from unnest($1::xid8[], $2::bigint[]) with ordinality as asked (xid, position, ordinal)
cross join lateral (
  select * from log.events where xid = asked.xid and position = asked.position limit 1
) e
order by asked.ordinal
