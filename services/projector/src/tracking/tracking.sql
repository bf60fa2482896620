-- version 1, made of 8cbbd74c4d9a4a95
create table account_numbers (
  "accountId" uuid primary key,
  "userId" int not null
);

create table erased_numbers (
  number int primary key
);

-- One row a visit, rewritten as it goes on: the room left in each page, and no index on what changes, let PostgreSQL do
-- that in place.
create table visits (
  "sessionId" text collate "C" primary key,
  "firstAt" timestamptz(3) not null,
  "lastAt" timestamptz(3) not null,
  -- As its start says.
  "userAgent" text,
  "ipAddress" text,
  referrer text,
  -- Of its first interaction that names one, where its start names none.
  "laterReferrer" text,
  -- all or none; null: not chosen in this visit, nor before it.
  consent text,
  -- What the visit came to, which only consent ties to it: when it first did.
  "leadAt" timestamptz(3),
  "questionnaireAt" timestamptz(3),
  "registeredAt" timestamptz(3),
  -- In Europe/Rome, which it counts for until it expires; null: its start is not known.
  day date,
  viewed boolean not null,
  -- Of which kinds of event it has how many, which it counts for until it expires.
  "pageViews" int not null,
  interactions int not null,
  analytics int not null
) with (fillfactor = 80);
-- The order in which they expire.
create index on visits ("firstAt");

-- The key is a place in the log: unique, ever growing, and the order in which readers ask.
create table site_interactions (
  id uuid not null,
  "sessionId" text collate "C" not null,
  "eventType" text not null,
  "elementId" text,
  "elementText" text,
  page text not null,
  "userAgent" text,
  "ipAddress" text,
  referrer text,
  "additionalData" jsonb,
  "createdAt" timestamptz(3) not null,
  position text collate "C" primary key
);
-- A visit's, which expires as a whole.
create index on site_interactions ("sessionId");

create table analytics_events (
  id uuid not null,
  "eventName" text not null,
  "eventCategory" text,
  "eventLabel" text,
  "eventValue" int,
  page text not null,
  "sessionId" text collate "C" not null,
  -- Only with consent.
  "userId" int,
  "createdAt" timestamptz(3) not null,
  position text collate "C" primary key
);
create index on analytics_events ("sessionId");
-- A customer's own.
create index on analytics_events ("userId", position) where "userId" is not null;

-- Few rows, each rewritten with every batch.
create table counters (
  name text collate "C" primary key,
  value bigint not null
) with (fillfactor = 10);

-- Days in Europe/Rome, by the log's clock. What was sent in and erased later still came that day.
create table daily_counts (
  day date primary key,
  visits int not null,
  leads int not null,
  questionnaires int not null
);
