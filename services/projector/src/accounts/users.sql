-- version 1, made of ccb7a3cc96815554
-- Addresses are unique by their streams, and lengths are checked where requests arrive: a read table judges nothing.
-- Personal columns are null where the person was erased.
create table users (
  id int not null,
  username text,
  email text,
  -- Passwords never leave the log: the specification's column is here, and nothing can be put into it.
  password text generated always as (null::text) stored,
  "firstName" text,
  "lastName" text,
  "profileImageUrl" text,
  phone text,
  bio text,
  website text,
  "linkedinUrl" text,
  "twitterUrl" text,
  "facebookUrl" text,
  "instagramUrl" text,
  "telegramUrl" text,
  "whatsappNumber" text,
  country text,
  timezone text,
  "createdAt" timestamptz(3) not null,
  "updatedAt" timestamptz(3) not null,
  "accountId" uuid primary key
);
create index on users (id);
