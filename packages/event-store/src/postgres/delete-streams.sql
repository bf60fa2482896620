-- At most $4 events of what the streams $1 hold before the place ($2, $3), since a transaction that has written must be
-- short. Answers with how many there were.
with found as (
  select ctid from log.events where stream = any($1::text[]) and (xid, position) < ($2::xid8, $3::bigint) limit $4),
gone as (delete from log.events where ctid = any(array(select ctid from found)) returning 1)
select count(*)::int as count from gone
