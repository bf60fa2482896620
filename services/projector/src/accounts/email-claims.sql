-- Whose address a keyed hash stands for: it leads from an account to what was sent in under the same address.
create table email_claims (
  "emailHash" text collate "C" primary key,
  "accountId" uuid not null
);
create index on email_claims ("accountId");
