-- version 2, made of bac838fe76f9ae95
-- The sessions of administrators that are open. `expire` is the absolute end; the idle one stands in the token.
create table admin_sessions (
  sid uuid primary key,
  "adminId" uuid not null,
  "openedAt" timestamptz(3) not null,
  expire timestamptz(3) not null
);
