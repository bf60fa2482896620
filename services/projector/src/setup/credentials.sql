-- version 1, made of 9bf76c821cabc90b
create table mt4_credentials (
  id uuid primary key,
  "userId" int not null,
  platform text not null,
  server text,
  "loginNumber" text,
  -- Broker passwords never leave the log: the specification's column is here, and nothing can be put into it.
  password text generated always as (null::text) stored,
  "createdAt" timestamptz(3) not null,
  "accountId" uuid not null,
  -- In the log: what was saved in the same millisecond has an order too.
  position text collate "C" not null
);
create index on mt4_credentials ("accountId", position);
