-- version 1, made of ed41af689636c996
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
  position text collate "C" not null unique,
  -- Of name, address and number: what administrators search by.
  words text not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored
);
create index on leads ("visitId") where "visitId" is not null;
create index on leads using gin (search);
