-- The events that stand at the places ($1, $2), in the order asked. Not gated: who has a place has seen what stands there.
select e.stream, e.revision, e.event_id, e.type, e.data, e.metadata, e.recorded_at, e.xid, e.position
from unnest($1::xid8[], $2::bigint[]) with ordinality as asked (xid, position, ordinal)
cross join lateral (
  select * from log.events where xid = asked.xid and position = asked.position limit 1
) e
order by asked.ordinal
