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

-- One upload each: signed addresses are handed out, used once, and then name a picture of this account.
create table if not exists command.upload_tickets (
  id uuid primary key,
  account_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index if not exists upload_tickets_account on command.upload_tickets (account_id);
create index if not exists upload_tickets_expiry on command.upload_tickets (expires_at);
