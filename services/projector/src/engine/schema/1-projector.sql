create schema if not exists read;

-- The progress of each live projection, and the schema of its tables. Each new leader of a version raises the epoch.
-- Late writes with a lower epoch are refused.
create table if not exists projector.checkpoints (
  projection text primary key,
  version int not null,
  -- Positions compare as bytes.
  position text collate "C" not null,
  epoch int not null,
  schema text not null,
  updated_at timestamptz not null default now(),
  -- Rows are already removed by an event after this position: see steps.ts.
  in_steps boolean not null default false,
  -- The progress that administrators see, measured by the leader.
  events_per_second real not null default 0,
  event_count bigint not null default 0
);

-- Like checkpoints, for versions that are built beside them. Two releases may build two versions at the same time.
create table if not exists projector.builds (
  projection text not null,
  version int not null,
  position text collate "C" not null,
  epoch int not null,
  schema text not null,
  updated_at timestamptz not null default now(),
  in_steps boolean not null default false,
  events_per_second real not null default 0,
  event_count bigint not null default 0,
  -- The start of the build: time and position.
  begun_at timestamptz not null default now(),
  begun_from text collate "C" not null default '',
  -- Events that the build ignores. If it has folded one that is skipped later, it is rebuilt once when it is live.
  skipped text[] not null default '{}',
  primary key (projection, version)
);

-- Rebuilds of live versions that administrators requested, by the event of the request.
create table if not exists projector.rebuilds (
  event_id uuid primary key,
  projection text not null,
  -- The position of this event.
  position text collate "C" not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- The position of the rebuilt tables when they became live. With an error, the live tables were not replaced.
  reached text collate "C",
  error text
);

-- Streams that a projection ignores from a position on, because of the event there.
create table if not exists projector.parked (
  projection text not null,
  version int not null,
  stream text not null,
  -- Of the event that failed. Later events of the stream wait.
  position text collate "C" not null,
  event_id text not null,
  event_type text not null,
  revision int not null,
  -- The person of the stream, if known. Their erasure removes the row.
  person text,
  error text not null,
  tries int not null,
  parked_at timestamptz not null default now(),
  -- The operator's request: retry, or skip the event and continue.
  asked text check (asked in ('retry', 'skip')),
  primary key (projection, version, stream)
);

-- Like parked, for versions that are being built. They move to `parked` with the tables.
create table if not exists projector.parked_builds (like projector.parked including all);

-- Events that all versions of a projection ignore, at an operator's request.
create table if not exists projector.skipped (
  projection text not null,
  event_id text not null,
  stream text not null,
  -- Empty if unknown.
  position text collate "C" not null default '',
  error text not null,
  skipped_at timestamptz not null default now(),
  primary key (projection, event_id)
);

-- The last event of each batch that was taken in, the newest ones: what a log that lost its newest events no longer holds.
create table if not exists projector.marks (
  follower text not null,
  position text collate "C" not null,
  event_id uuid not null,
  stream text not null,
  -- Of the batch.
  event_count int not null,
  primary key (position, follower)
);

-- A loss that was noticed. It stays until the log holds the events again, or has a new generation.
create table if not exists projector.lost_events (
  only_row boolean primary key default true check (only_row),
  noticed_at timestamptz not null default now(),
  -- At least so many, unless it is exact.
  event_count int not null,
  is_exact boolean not null,
  -- Positions of the first and the last one known.
  first text collate "C" not null,
  last text collate "C" not null
);
