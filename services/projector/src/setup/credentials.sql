-- version 1, made of 9bf76c821cabc90b
create table mt4_credentials (
  id uuid primary key,
  "userId" int not null,
  platform text not null,
  server text,
  "loginNumber" text,
  -- Broker passwords never leave the log. The specification names this column; it is always null.
  password text generated always as (null::text) stored,
  "createdAt" timestamptz(3) not null,
  "accountId" uuid not null,
  -- Position in the log: it also orders credentials of the same millisecond.
  position text collate "C" not null
);
create index on mt4_credentials ("accountId", position);
