-- One page of a stream, from a revision on: at most $3 events, and no more after $4 bytes.
select stream, revision, event_id, type, data, metadata, recorded_at, xid, position, bytes_before + bytes as bytes
from (
  select *, coalesce(sum(bytes) over (order by revision rows between unbounded preceding and 1 preceding), 0) as bytes_before
  from (
    select *, octet_length(data::text) + octet_length(metadata::text) as bytes
    from log.events
    where stream = $1::text and revision >= $2::bigint
    order by revision
    limit $3::bigint
  ) page
) sized
where bytes_before < $4::bigint
order by revision
