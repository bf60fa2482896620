-- version 5, made of 94af6c3e091b2c32
-- Customers in the console: the columns of the list, and the words of its search.
create table customers (
  "accountId" uuid primary key,
  "userId" int not null,
  -- Null for an erased person.
  "firstName" text,
  "lastName" text,
  email text,
  phone text,
  -- E.164; null if the number cannot be dialled.
  dial text,
  plan text,
  -- registered, plan, in-progress, complete
  state text not null,
  steps jsonb not null,
  bots int not null,
  "createdAt" timestamptz(3) not null,
  -- Position of the registration in the log.
  position text collate "C" not null unique,
  words text not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored
);
create index on customers (plan, position);
-- One expression, so that PostgreSQL knows its frequency. It would treat two columns as independent.
create index on customers ((state || '/' || plan), position);
create index on customers (state, position);
create index on customers using gin (search);

-- The visits in which customers acted, with consent.
create table customer_visits (
  -- <account>/<visit>
  id text collate "C" primary key,
  "accountId" uuid not null,
  "visitId" text collate "C" not null
);
create index on customer_visits ("accountId");
create index on customer_visits ("visitId");
