-- version 3, made of b005fa06a36c1a57
-- The open sessions of administrators. `expire` is the absolute end. The idle end is in the token.
create table admin_sessions (
  sid uuid primary key,
  "adminId" uuid not null,
  "openedAt" timestamptz(3) not null,
  expire timestamptz(3) not null
);
