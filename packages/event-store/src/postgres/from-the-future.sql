-- Whether the log has transaction ids that this server has not reached: a dump of another server, restored by hand.
select exists (select from log.events where xid >= pg_snapshot_xmax(pg_current_snapshot())) as from_the_future
