-- How long the oldest committed event that is hidden from readers has waited.
select greatest(0, extract(epoch from clock_timestamp() - recorded_at) * 1000)::float8 as held_back_ms
from log.events
where xid >= pg_snapshot_xmin(pg_current_snapshot())
order by xid, position
limit 1
