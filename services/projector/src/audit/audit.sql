-- version 14, made of 77fc231a339997b7
-- What administrators did.
create table audit (
  position text collate "C" primary key,
  at timestamptz(3) not null,
  -- Null for the product itself, at a start.
  "adminId" uuid,
  what text not null,
  type text not null,
  stream text not null,
  "eventId" uuid not null,
  target text,
  -- The opened event, and the administrator's reason.
  opened jsonb,
  -- Of failures: how many more there were in the hour.
  further int
);
create index on audit ("adminId", position);
create index on audit (what, position);
create index on audit (at);
