-- The newest committed event, even where readers may not go there yet: never before the position that an append returned.
select xid, position from log.events order by xid desc, position desc limit 1
