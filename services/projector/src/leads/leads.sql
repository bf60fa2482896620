-- Personal columns are null where the key of the person is gone.
create table leads (
  id uuid primary key,
  name text,
  email text,
  phone text,
  plan text not null,
  deposit text not null,
  message text,
  "createdAt" timestamptz(3) not null,
  -- Only with consent.
  "visitId" text collate "C",
  position text collate "C" not null unique
);
create index on leads ("visitId") where "visitId" is not null;
