-- version 2, made of 0641478f811a95ac
create table alarms (
  id uuid primary key,
  name text not null,
  -- As in the event.
  definition jsonb not null,
  state text not null,
  -- Since when it has this state; null: it was not counted yet.
  since timestamptz(3),
  -- Of an unknown state.
  reason text,
  -- The end of a pause.
  until timestamptz(3),
  -- The account that saved it last, as the log names the actor. It gets the letters.
  "savedBy" text not null,
  "savedAt" timestamptz(3) not null,
  -- Of the last saving event: it also names the definition.
  position text collate "C" not null
);
create unique index on alarms (position);
