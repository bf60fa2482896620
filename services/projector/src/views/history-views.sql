-- version 2, made of a88cb41bd5c6b944
create table history_views (
  id uuid primary key,
  name text not null,
  filters jsonb not null,
  -- The administrator who saved it last, as the log names the actor.
  "savedBy" text not null,
  "savedAt" timestamptz(3) not null,
  -- Of the event that saved it last: what was saved in the same millisecond has an order too.
  position text collate "C" not null
);
create unique index on history_views (position);
