-- Whether the log holds transactions that this server has yet to draw: a dump of another server, restored by hand.
select exists (select from log.events where xid >= pg_snapshot_xmax(pg_current_snapshot())) as from_the_future
