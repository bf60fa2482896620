-- What a customer did, newest last.
create table activity (
  "accountId" uuid not null,
  type text not null,
  at timestamptz(3) not null,
  position text collate "C" primary key
);
create index on activity ("accountId", position);
