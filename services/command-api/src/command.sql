create schema if not exists command;

-- The integers that customers are known by outside. Gaps are allowed.
create sequence if not exists command.user_ids as integer;

-- Failed sign-ins, by e-mail and address (delay) and by address alone (window).
create table if not exists command.sign_in_failures (
  key text primary key,
  failures integer not null,
  since timestamptz not null,
  blocked_until timestamptz not null
);
create index if not exists sign_in_failures_since on command.sign_in_failures (since);
