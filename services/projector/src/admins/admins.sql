-- version 2, made of fadbed5a94034bb3
create table admin_users (
  id uuid primary key,
  email text,
  -- Passwords never leave the log. The specification names this column; it is always null.
  password text generated always as (null::text) stored,
  role text not null default 'admin',
  -- invited, active or ended.
  state text not null,
  -- Null: without a second factor.
  "recoveryCodesLeft" int,
  "lastLogin" timestamptz(3),
  "createdAt" timestamptz(3) not null
);
