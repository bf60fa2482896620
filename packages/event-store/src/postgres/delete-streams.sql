-- What the streams $1 hold before the place ($2, $3).
delete from log.events where stream = any($1::text[]) and (xid, position) < ($2::xid8, $3::bigint)
