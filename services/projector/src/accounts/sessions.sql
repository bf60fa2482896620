-- version 1, made of 835d20bc506f3111
-- The open sessions. `expire` is the absolute end. The idle end is in the token.
create table sessions (
  sid uuid primary key,
  -- {device, address, openedAt}
  sess jsonb not null,
  expire timestamptz(3) not null,
  "userId" int not null,
  "accountId" uuid not null
);
create index on sessions ("accountId");
