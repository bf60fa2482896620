create schema if not exists projector;
create schema if not exists read;

-- The epoch of each group's leader, raised with every new one: writes of an older epoch are refused.
create table if not exists projector.leadership (
  "group" text primary key,
  epoch int not null
);

-- The position and the schema of each live projection.
create table if not exists projector.checkpoints (
  projection text primary key,
  version int not null,
  -- Positions compare as bytes.
  position text collate "C" not null,
  epoch int not null,
  schema text not null,
  updated_at timestamptz not null default now()
);

-- The same for those that are being built.
create table if not exists projector.builds (like projector.checkpoints including all);
