-- version 2, made of 4c59dc2def9121aa
-- Customers as administrators look for them: what a list shows, and the words that it is searched by.
create table customers (
  "accountId" uuid primary key,
  "userId" int not null,
  -- Null where the person was erased.
  "firstName" text,
  "lastName" text,
  email text,
  phone text,
  plan text,
  -- registered, plan, in-progress, complete
  state text not null,
  steps jsonb not null,
  bots int not null,
  "createdAt" timestamptz(3) not null,
  -- Of the registration, in the log.
  position text collate "C" not null unique,
  words text not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored
);
create index on customers (plan, position);
-- As one value, of which PostgreSQL knows how frequent it is: it would take the two for independent.
create index on customers ((state || '/' || plan), position);
create index on customers (state, position);
create index on customers using gin (search);

-- The visits that customers acted in, where they had consented.
create table customer_visits (
  -- <account>/<visit>
  id text collate "C" primary key,
  "accountId" uuid not null,
  "visitId" text collate "C" not null
);
create index on customer_visits ("accountId");
create index on customer_visits ("visitId");
