-- A page of the log between two positions ($1, $2) and ($3, $4), both exclusive: at most $5 events.
--
-- The gate: positions are drawn before transactions commit, and commits have another order. Nothing can appear any more below
-- the oldest running transaction. A cursor that stays below it never skips an event.
select *
from log.events
where (xid, position) > ($1::xid8, $2::bigint) and (xid, position) < ($3::xid8, $4::bigint)
  and xid < pg_snapshot_xmin(pg_current_snapshot())
order by xid asc, position asc
limit $5::bigint
