-- A transaction of its own, over at once: every one that was begun before has an id below this one's.
select pg_current_xact_id()::text as xid
