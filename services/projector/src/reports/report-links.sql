-- version 2, made of ce16781522a4aaa2
create table report_links (
  id uuid primary key,
  report uuid not null,
  "createdAt" timestamptz(3) not null,
  -- The administrator, as the log names the actor.
  "createdBy" text not null,
  "expiresAt" timestamptz(3) not null,
  "revokedAt" timestamptz(3),
  openings int4 not null,
  "lastAt" timestamptz(3),
  -- Of the event that made it.
  position text collate "C" not null
);
create index on report_links (report, position);
