-- The newest committed event, even if readers may not read it yet: never before a position that an append returned.
select xid, position from log.events order by xid desc, position desc limit 1
