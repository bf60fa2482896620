-- version 2, made of bac838fe76f9ae95
-- The open sessions of administrators. `expire` is the absolute end. The idle end is in the token.
create table admin_sessions (
  sid uuid primary key,
  "adminId" uuid not null,
  "openedAt" timestamptz(3) not null,
  expire timestamptz(3) not null
);
