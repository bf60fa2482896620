-- version 3, made of 5f1590dda65d7fef
-- Personal columns are null if the person's key was destroyed.
create table leads (
  id uuid primary key,
  name text,
  email text,
  phone text,
  -- E.164.
  dial text,
  plan text not null,
  deposit text not null,
  message text,
  "createdAt" timestamptz(3) not null,
  -- Only with consent.
  "visitId" text collate "C",
  position text collate "C" not null unique,
  -- Name, address and number, for the search of administrators.
  words text not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored
);
create index on leads ("visitId") where "visitId" is not null;
create index on leads using gin (search);
