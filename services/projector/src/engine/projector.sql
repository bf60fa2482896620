create schema if not exists projector;
create schema if not exists read;

-- Who leads a group, counted: what a leader of an older epoch still tries to write is refused.
create table if not exists projector.leadership (
  "group" text primary key,
  epoch int not null
);

-- How far each projection that readers see has come, and in which schema its tables are.
create table if not exists projector.checkpoints (
  projection text primary key,
  version int not null,
  -- Positions compare as bytes.
  position text collate "C" not null,
  epoch int not null,
  schema text not null,
  updated_at timestamptz not null default now()
);

-- The same for those that are being built beside them.
create table if not exists projector.builds (like projector.checkpoints including all);
