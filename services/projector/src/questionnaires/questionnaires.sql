-- version 3, made of 2f103cdd1342b186
-- Personal columns are null if the person's key was destroyed.
create table questionnaire_responses (
  id uuid primary key,
  name text,
  email text,
  phone text,
  -- E.164.
  dial text,
  "countryCode" text,
  age text,
  occupation text,
  "tradingExperience" text,
  "investmentAmount" text,
  "investmentGoal" text,
  "riskTolerance" text,
  timeframe text,
  "additionalInfo" text,
  "contactMethod" text not null,
  source text,
  "createdAt" timestamptz(3) not null,
  -- Only with consent.
  "visitId" text collate "C",
  position text collate "C" not null unique,
  -- Name, address and number, for the search of administrators.
  words text not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored
);
create index on questionnaire_responses ("visitId") where "visitId" is not null;
create index on questionnaire_responses using gin (search);
