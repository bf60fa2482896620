create schema if not exists projector;
create schema if not exists read;

-- How far each projection that readers see has come, and in which schema its tables are. Each leader of a version
-- raises the epoch: what an earlier one still tries to write is refused.
create table if not exists projector.checkpoints (
  projection text primary key,
  version int not null,
  -- Positions compare as bytes.
  position text collate "C" not null,
  epoch int not null,
  schema text not null,
  updated_at timestamptz not null default now(),
  -- Rows are removed already by an event behind that position: see steps.ts.
  in_steps boolean not null default false,
  -- What administrators are shown of how it goes, as its leader measures it.
  events_per_second real not null default 0,
  event_count bigint not null default 0
);

-- The same for versions that are being built beside them. Two builds of the product may each build a version of their own.
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
  -- Since when it goes on, and from where.
  begun_at timestamptz not null default now(),
  begun_from text collate "C" not null default '',
  -- The events that it passes over: where another one behind it is skipped, it begins again.
  skipped text[] not null default '{}',
  primary key (projection, version)
);

-- Projections that administrators want folded anew in the version that is live, by the events that say so.
create table if not exists projector.rebuilds (
  event_id uuid primary key,
  projection text not null,
  -- Of the event.
  position text collate "C" not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- Where what was folded anew stood when it became live; the live tables were not replaced where there is an error.
  reached text collate "C",
  error text
);

-- Streams of which a projection takes in nothing from a position on, because of the event there.
create table if not exists projector.parked (
  projection text not null,
  version int not null,
  stream text not null,
  -- Of the event that cannot be taken in; later ones of the stream wait behind it.
  position text collate "C" not null,
  event_id text not null,
  event_type text not null,
  revision int not null,
  -- Whom the stream is about, where that is known: their erasure discards it.
  person text,
  error text not null,
  tries int not null,
  parked_at timestamptz not null default now(),
  -- What an operator requested: to retry, or to skip the event and go on behind it.
  asked text check (asked in ('retry', 'skip')),
  primary key (projection, version, stream)
);

-- The same for versions that are being built. They move to `parked` with the tables.
create table if not exists projector.parked_builds (like projector.parked including all);

-- Events that a projection passes over, in every version of it, on an operator's request.
create table if not exists projector.skipped (
  projection text not null,
  event_id text not null,
  stream text not null,
  -- Empty where it is not known.
  position text collate "C" not null default '',
  error text not null,
  skipped_at timestamptz not null default now(),
  primary key (projection, event_id)
);

-- The newest event that was seen in the log, to notice a log that has lost its end.
create table if not exists projector.newest_seen (
  only_row boolean primary key default true check (only_row),
  position text collate "C" not null,
  event_id uuid not null
);
