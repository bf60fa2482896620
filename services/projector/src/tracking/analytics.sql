create table account_numbers (
  "accountId" uuid primary key,
  "userId" int not null
);

create table erased_numbers (
  number int primary key
);

-- As for interactions, the place in the log is the key.
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
-- A visit's, which expires as a whole.
create index on analytics_events ("sessionId");
-- A customer's own.
create index on analytics_events ("userId", position) where "userId" is not null;
