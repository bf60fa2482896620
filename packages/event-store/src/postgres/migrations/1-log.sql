-- The log. Its order is (xid, position), everywhere: see read-log.forwards.sql for why not position alone.
create schema log;

create table log.meta (
  only_row boolean primary key default true check (only_row),
  -- Part of every position token. A restore raises it, so that tokens from before it are told apart.
  generation integer not null check (generation > 0)
);
insert into log.meta (generation) values (1);

create table log.events (
  -- The transaction that wrote the event: readers wait until every older one has ended.
  xid xid8 not null default pg_current_xact_id(),
  position bigint not null generated always as identity,
  revision bigint not null check (revision >= 0),
  recorded_at timestamptz(3) not null default clock_timestamp(),
  event_id uuid not null unique,
  stream text collate "C" not null,
  type text collate "C" not null,
  data jsonb not null,
  metadata jsonb not null,
  primary key (xid, position),
  -- The concurrency check: of two writers of one revision, one loses.
  unique (stream, revision)
);

create index events_by_type on log.events (type, xid, position);
