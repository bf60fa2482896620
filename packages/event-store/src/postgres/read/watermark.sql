-- Up to where readers may go (see read-log.sql), and whether a running transaction holds back committed events after it.
select safe.xid, safe.position,
  exists (select from log.events where xid >= pg_snapshot_xmin(pg_current_snapshot())) as held_back
from (values (true)) one_row left join lateral (
  select xid, position
  from log.events
  where xid < pg_snapshot_xmin(pg_current_snapshot())
  order by xid desc, position desc
  limit 1
) safe on true
