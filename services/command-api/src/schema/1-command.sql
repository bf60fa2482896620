-- The public number of each customer. Gaps are allowed.
create sequence if not exists command.user_ids as integer;
-- Up to this log position, every id is below the sequence. In the same schema, so that both are lost or restored together.
create table if not exists command.user_ids_checkpoint (
  only_row boolean primary key default true check (only_row),
  position text collate "C" not null
);

-- One row per upload: a signed address is issued, used once, and then names a picture of this account.
create table if not exists command.upload_tickets (
  id uuid primary key,
  account_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The running upload, and how long it blocks others.
  attempt uuid,
  tries smallint not null default 0,
  reserved_until timestamptz
);
create index if not exists upload_tickets_account on command.upload_tickets (account_id);
create index if not exists upload_tickets_expiry on command.upload_tickets (expires_at);

-- When each console account gave a wrong code in the last day. Kept in one row, so that parallel guesses count one after the other.
create table if not exists command.wrong_codes (
  admin_id uuid primary key,
  times timestamptz[] not null
);

-- What failed at console accounts, until the hour is summed up. No addresses.
create table if not exists command.console_failures (
  admin_id uuid not null,
  hour timestamptz not null,
  failure text not null,
  count int not null,
  primary key (admin_id, hour, failure)
);

-- The last use of each console session.
create table if not exists command.console_sessions (
  sid uuid primary key,
  browser text,
  last_used_at timestamptz not null
);

-- Data for repeated requests: no bodies, no answers, no names. The hashes are keyed.
create table if not exists command.idempotency (
  key_hash text primary key,
  caller text not null,
  body_hash text not null,
  -- The id of the result, chosen before the request runs.
  seed uuid not null,
  status smallint,
  revision integer,
  created_at timestamptz not null default now(),
  -- The log position after the request. A repeat returns it too, for the client's next read.
  position text,
  -- The current run. A slow older run neither completes nor deletes the row of a newer one.
  attempt uuid
);
create index if not exists idempotency_caller on command.idempotency (caller);
create index if not exists idempotency_created on command.idempotency (created_at);
create index if not exists idempotency_seed on command.idempotency (seed);
