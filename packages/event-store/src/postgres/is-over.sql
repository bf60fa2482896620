-- Whether every transaction up to this id has ended.
select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_over
