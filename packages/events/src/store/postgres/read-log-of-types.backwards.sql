-- As read-log.backwards.sql, for the event types $7. Each type's places come from the index on (type, xid, position),
-- so that a rare type in a huge log costs no more than a frequent one.
select stream, revision, event_id, type, data, metadata, recorded_at, xid, position, bytes_before + bytes as bytes
from (
  select *, coalesce(sum(bytes) over (order by xid desc, position desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
  from (
    select e.*, pg_column_size(e.data) + pg_column_size(e.metadata) as bytes
    from (
      select place.xid, place.position
      from unnest($7::text[]) as wanted (type) cross join lateral (
        select xid, position
        from log.events
        where type = wanted.type
          and (xid, position) > ($1::xid8, $2::bigint) and (xid, position) < ($3::xid8, $4::bigint)
          and xid < pg_snapshot_xmin(pg_current_snapshot())
        order by xid desc, position desc
        limit $5::bigint
      ) place
      order by xid desc, position desc
      limit $5::bigint
    ) place cross join lateral (
      select * from log.events where xid = place.xid and position = place.position limit 1
    ) e
  ) page
) sized
where bytes_before < $6::bigint
order by xid desc, position desc
