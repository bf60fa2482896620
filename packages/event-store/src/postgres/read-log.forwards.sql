-- One page of the log after a place ($1, $2) and before another ($3, $4): at most $5 events, and no more after $6 bytes.
--
-- The gate: positions are drawn before transactions commit, in whatever order those do. Below the oldest running
-- transaction nothing can appear any more, so a cursor that stays there never steps over an event.
select stream, revision, event_id, type, data, metadata, recorded_at, xid, position, bytes_before + bytes as bytes
from (
  select *, coalesce(sum(bytes) over (order by xid, position rows between unbounded preceding and 1 preceding), 0) as bytes_before
  from (
    select *, octet_length(data::text) + octet_length(metadata::text) as bytes
    from log.events
    where (xid, position) > ($1::xid8, $2::bigint) and (xid, position) < ($3::xid8, $4::bigint)
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, position
    limit $5::bigint
  ) page
) sized
where bytes_before < $6::bigint
order by xid, position
