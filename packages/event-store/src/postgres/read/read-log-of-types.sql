-- Like read-log.sql, for the event types $7. The positions of each type come from the index on (type, xid, position), so that
-- a rare type in a huge log is as cheap as a frequent one. The type is part of the bounds and of the order. With a separate
-- condition, a planner that believes the type to be frequent would scan the whole log.
select e.*
from (
  select found.xid, found.position
  from unnest($7::text[]) as wanted (type)
  cross join (
    select least($3::xid8, pg_snapshot_xmin(pg_current_snapshot())) as xid,
      case when $3::xid8 < pg_snapshot_xmin(pg_current_snapshot()) then $4::bigint else 0 end as position
  ) gate
  cross join lateral (
    select xid, position
    from log.events
    where (type, xid, position) > (wanted.type, $1::xid8, $2::bigint)
      and (type, xid, position) < (wanted.type, gate.xid, gate.position)
    order by type asc, xid asc, position asc
    limit $5::bigint
  ) found
  order by xid asc, position asc
  limit $5::bigint
) found cross join lateral (
  select * from log.events where xid = found.xid and position = found.position limit 1
) e
