-- A page of the log after a place ($1, $2) and before another ($3, $4): at most $5 events.
--
-- The gate: positions are drawn before transactions commit, in whatever order those do. Below the oldest running
-- transaction nothing can appear any more, so a cursor that stays there never steps over an event.
select *
from log.events
where (xid, position) > ($1::xid8, $2::bigint) and (xid, position) < ($3::xid8, $4::bigint)
  and xid < pg_snapshot_xmin(pg_current_snapshot())
order by xid asc, position asc
limit $5::bigint
