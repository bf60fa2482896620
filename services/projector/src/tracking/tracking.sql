-- version 2, made of ff946ad935cbfa35
create table account_numbers (
  "accountId" uuid primary key,
  "userId" int not null
);

create table erased_numbers (
  number int primary key
);

-- One row per visit, updated often. PostgreSQL can update in place: each page has free space, and changing columns have no index.
create table visits (
  "sessionId" text collate "C" primary key,
  "firstAt" timestamptz(3) not null,
  "lastAt" timestamptz(3) not null,
  -- From its start.
  "userAgent" text,
  "isRobot" boolean not null,
  "ipAddress" text,
  referrer text,
  -- The first referrer of an interaction, if the start has none.
  "laterReferrer" text,
  -- all or none; null: not chosen in this visit or before.
  consent text,
  -- The outcomes of the visit, linked only with consent: the first time of each.
  "leadAt" timestamptz(3),
  "questionnaireAt" timestamptz(3),
  "registeredAt" timestamptz(3),
  -- Of its first event, in Europe/Rome. It counts for this day until it expires, unless it is a robot's.
  day date not null,
  viewed boolean not null,
  -- The number of its events by type. They count until it expires.
  "pageViews" int not null,
  interactions int not null,
  analytics int not null
) with (fillfactor = 80);
-- The order of expiry.
create index on visits ("firstAt");

-- The key is a log position: unique, growing, and the order of reads.
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
-- Of a visit, which expires as a whole.
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
-- Of a customer.
create index on analytics_events ("userId", position) where "userId" is not null;

-- Few rows, each updated by every batch.
create table counters (
  name text collate "C" primary key,
  value bigint not null
) with (fillfactor = 10);

-- Days in Europe/Rome, by the log's clock. A submission that is erased later still counts for its day.
create table daily_counts (
  day date primary key,
  visits int not null,
  leads int not null,
  questionnaires int not null
);
