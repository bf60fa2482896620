-- A page of a stream between two revisions, inclusive: at most $4 events.
select *
from log.events
where stream = $1::text and revision >= $2::bigint and revision <= $3::bigint
order by revision asc
limit $4::bigint
