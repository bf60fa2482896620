-- The newest committed event, whether or not readers may go there yet: what an append has just answered is not beyond it.
select xid, position from log.events order by xid desc, position desc limit 1
