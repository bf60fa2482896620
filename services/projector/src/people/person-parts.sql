-- version 3, made of 9cbe779b5198b4fe
-- The leads, questionnaires and accounts under each address.
create table person_parts (
  stream text collate "C" primary key,
  -- Derived from the keyed hash of the address; null where an event has none. Then it belongs to nobody.
  person uuid,
  -- account, lead, questionnaire
  kind text not null,
  id uuid not null,
  -- Null for an erased person. A request has its whole name in `name`.
  name text,
  surname text,
  email text,
  phone text,
  -- E.164.
  dial text,
  "userId" int,
  words text not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored,
  -- Where it begins in the log. Null: the address is claimed, but nobody has registered yet.
  position text collate "C",
  -- The latest event of the person in it.
  last text collate "C",
  "lastAt" timestamptz(3)
);
create index on person_parts (person);
create index on person_parts (last) where position is not null and person is not null;
create index on person_parts (dial) where dial is not null;
create index on person_parts using gin (search);

-- Which persons administrators joined and parted, and when an address had an account: see links.ts.
create table person_links (
  position text collate "C" primary key,
  at timestamptz(3) not null,
  -- joined, parted, claimed, released
  type text not null,
  person uuid,
  -- Of a join.
  other uuid,
  admin uuid
);
create index on person_links (person);
create index on person_links (type) where type in ('joined', 'parted');
