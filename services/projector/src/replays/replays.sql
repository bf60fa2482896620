-- version 2, made of db57b4f6282c3b6c
create table replays (
  id uuid primary key,
  -- waiting (the job knows whether it runs), done, failed or cancelled
  state text not null,
  -- The request: times, types, visits and mode.
  asked jsonb not null,
  -- The end of the log at the request.
  "end" text collate "C",
  "requestedBy" text not null,
  "requestedAt" timestamptz(3) not null,
  "endedAt" timestamptz(3),
  "cancelledBy" text,
  events int8 not null,
  found int8 not null,
  failure text,
  -- Of the requesting event.
  position text collate "C" not null
);
create unique index on replays (position);
create index on replays (state) where state = 'waiting';
