-- A transaction of its own, which ends at once. Every transaction that started earlier has a lower id.
select pg_current_xact_id()::text as xid
