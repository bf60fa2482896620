-- version 2, made of 0c2a7461640ce7d5
-- What customers did, newest last.
create table activity (
  "accountId" uuid not null,
  type text not null,
  at timestamptz(3) not null,
  position text collate "C" primary key
);
create index on activity ("accountId", position);
