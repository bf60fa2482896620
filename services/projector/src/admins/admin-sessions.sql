-- The sessions of administrators that are open. `expire` is the absolute end; the idle one stands in the token.
create table admin_sessions (
  sid uuid primary key,
  "adminId" uuid not null,
  "openedAt" timestamptz(3) not null,
  expire timestamptz(3) not null
);
