-- Which account a session belongs to: its end does not say.
create table session_accounts (
  sid uuid primary key,
  "accountId" uuid not null
);
create index on session_accounts ("accountId");

-- What a customer did, newest last.
create table activity (
  "accountId" uuid not null,
  type text not null,
  at timestamptz(3) not null,
  position text collate "C" primary key
);
create index on activity ("accountId", position);
