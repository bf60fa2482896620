-- One row a visit, rewritten as it goes on: the room left in each page, and no index on what changes, let
-- PostgreSQL do that in place.
create table visits (
  "sessionId" text collate "C" primary key,
  "firstAt" timestamptz(3) not null,
  "firstPosition" text collate "C" not null unique,
  "lastAt" timestamptz(3) not null,
  "lastPosition" text collate "C" not null,
  "pageViews" int not null,
  -- The different ones, in the order of their first view.
  pages jsonb not null,
  device text,
  referrer text,
  address text,
  -- all or none; null: not chosen in this visit, nor before it.
  consent text,
  -- What the visit came to, which only consent ties to it: when it first did.
  "leadAt" timestamptz(3),
  "questionnaireAt" timestamptz(3),
  "registeredAt" timestamptz(3)
) with (fillfactor = 80);
