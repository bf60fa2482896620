-- version 3, made of f6520abd7a7e4ddf
create table funnels (
  id uuid primary key,
  name text not null,
  -- As the event has it.
  definition jsonb not null,
  -- The administrator who saved it last, as the log names the actor.
  "savedBy" text not null,
  "savedAt" timestamptz(3) not null,
  -- Of the event that saved it last: what was saved in the same millisecond has an order too.
  position text collate "C" not null
);
create unique index on funnels (position);
