-- Because its person was erased. The erasure removes what the event has left, so nothing is rebuilt.
alter table projector.skipped add column if not exists discarded boolean not null default false;
-- Marks have taken its place.
drop table if exists projector.newest_seen;
