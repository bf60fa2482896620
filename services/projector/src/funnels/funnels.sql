-- version 3, made of f6520abd7a7e4ddf
create table funnels (
  id uuid primary key,
  name text not null,
  -- As in the event.
  definition jsonb not null,
  -- The administrator who saved it last, as the log names the actor.
  "savedBy" text not null,
  "savedAt" timestamptz(3) not null,
  -- Of the last saving event: it also orders those of the same millisecond.
  position text collate "C" not null
);
create unique index on funnels (position);
