create schema if not exists vault;

-- One key a person, wrapped by the key-encryption key. A destroyed key leaves its row behind without the key,
-- so that no new one is ever made for the same person.
create table if not exists vault.person_keys (
  person text primary key,
  version int not null default 1,
  wrapped text,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null))
);
