-- As read-log.forwards.sql, for the event types $7. The places of each of their shapes come from the index on (shape, xid,
-- position), so that a rare type in a huge log costs no more than a frequent one. The shape stands in the bounds and in the
-- order, not beside them: a planner that believes a type to be frequent would else walk the whole log to find it.
-- Frequent types are not in that index. Where one is asked for there is one row that says so, and no event.
select wanted.is_indexed, page.*
from (
  select coalesce(bool_and(id > 0), true) as is_indexed from log.shapes where type = any($7::text[])
) wanted
left join lateral (
  select stream, revision, event_id, shape, correlation_id, causation_id, payload, recorded_at, xid, position,
    bytes_before + bytes as bytes
  from (
    select *, coalesce(sum(bytes) over (order by xid, position rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from (
      select e.*, octet_length(e.payload) as bytes
      from (
        select place.xid, place.position
        from (select id from log.shapes where type = any($7::text[])) as wanted_shape
        cross join (
          select least($3::xid8, pg_snapshot_xmin(pg_current_snapshot())) as xid,
            case when $3::xid8 < pg_snapshot_xmin(pg_current_snapshot()) then $4::bigint else 0 end as position
        ) gate
        cross join lateral (
          select xid, position
          from log.records
          where (shape, xid, position) > (wanted_shape.id, $1::xid8, $2::bigint)
            and (shape, xid, position) < (wanted_shape.id, gate.xid, gate.position)
            and shape > 0
          order by shape, xid, position
          limit $5::bigint
        ) place
        where wanted.is_indexed
        order by xid, position
        limit $5::bigint
      ) place cross join lateral (
        select * from log.records where xid = place.xid and position = place.position limit 1
      ) e
    ) page
  ) sized
  where bytes_before < $6::bigint
) page on true
order by xid, position
