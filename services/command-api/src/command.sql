create schema if not exists command;

-- The integers that customers are known by outside. Gaps are allowed.
create sequence if not exists command.user_ids as integer;
-- Up to where in the log every id is known to be below that sequence. Beside it, so that both are lost or put back together.
create table if not exists command.user_ids_checkpoint (
  only_row boolean primary key default true check (only_row),
  position text collate "C" not null
);

-- One upload each: signed addresses are handed out, used once, and then name a picture of this account.
create table if not exists command.upload_tickets (
  id uuid primary key,
  account_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Who is sending its picture, and until when that keeps others away.
  attempt uuid,
  tries smallint not null default 0,
  reserved_until timestamptz
);
create index if not exists upload_tickets_account on command.upload_tickets (account_id);
create index if not exists upload_tickets_expiry on command.upload_tickets (expires_at);

-- What a repeated request is answered from: no bodies, no answers, no names. The hashes are keyed.
create table if not exists command.idempotency (
  key_hash text primary key,
  caller text not null,
  body_hash text not null,
  -- The id of what the request makes, drawn before it is made.
  seed uuid not null,
  status smallint,
  revision integer,
  created_at timestamptz not null default now(),
  -- Where the log stood after it: a repeat tells its client too what its next read has to hold.
  position text,
  -- Which run of it is under way: one that took too long neither completes nor deletes what has taken its place.
  attempt uuid
);
create index if not exists idempotency_caller on command.idempotency (caller);
create index if not exists idempotency_created on command.idempotency (created_at);
create index if not exists idempotency_seed on command.idempotency (seed);
