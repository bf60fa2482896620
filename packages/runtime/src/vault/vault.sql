create schema if not exists vault;

-- The key-encryption keys that may wrap, by id: what is not here wraps nothing, as the foreign key below sees to. There
-- are two while one is exchanged for another.
create table if not exists vault.keks (
  id text primary key,
  since timestamptz not null default now()
);

-- One key a person, wrapped by a key-encryption key. A destroyed key leaves its row behind without the key,
-- so that no new one is ever made for the same person.
create table if not exists vault.person_keys (
  person text primary key,
  version int not null default 1,
  -- Random: a box says by which key it was sealed, and not only for whom.
  key_id text not null default gen_random_uuid()::text,
  wrapped text,
  kek_id text references vault.keks,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null) and (wrapped is null) = (kek_id is null))
);
