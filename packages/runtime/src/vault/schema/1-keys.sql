-- The key-encryption keys (KEKs) that may wrap. The foreign key below enforces this. There are two during a change.
create table if not exists vault.keks (
  id text primary key,
  since timestamptz not null default now()
);

-- One key per person, wrapped by a KEK. A destroyed key leaves its row, so that the person never gets a new one.
create table if not exists vault.person_keys (
  person text primary key,
  version int not null default 1,
  -- Random: a sealed box names the key that sealed it, not only the person.
  key_id text not null default gen_random_uuid()::text,
  wrapped text,
  kek_id text references vault.keks,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null) and (wrapped is null) = (kek_id is null))
);
