-- version 1, made of ccb7a3cc96815554
-- Streams make addresses unique, and the APIs check lengths: a read table checks nothing. Personal columns of an erased person
-- are null.
create table users (
  id int not null,
  username text,
  email text,
  -- Passwords never leave the log. The specification names this column; it is always null.
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
