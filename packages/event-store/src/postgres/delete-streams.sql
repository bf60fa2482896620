-- Deletes at most $4 events of the streams $1 before the position ($2, $3): a writing transaction must be short. Returns how
-- many.
with found as (
  select ctid from log.events where stream = any($1::text[]) and (xid, position) < ($2::xid8, $3::bigint) limit $4),
gone as (delete from log.events where ctid = any(array(select ctid from found)) returning 1)
select count(*)::int as count from gone
