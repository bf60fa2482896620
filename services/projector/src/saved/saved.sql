-- version 2, made of 66c64d19e0b1f224
-- version 1
create table saved (
  id uuid primary key,
  -- One of `savedKinds`.
  kind text not null,
  -- As in the event.
  definition jsonb not null,
  -- Of the stream.
  revision integer not null,
  -- The administrator who saved it last, as the log names the actor.
  "savedBy" text not null,
  "savedAt" timestamptz(3) not null,
  -- Of the last saving event: it also orders those of the same millisecond.
  position text collate "C" not null
);
create unique index on saved (kind, position);
