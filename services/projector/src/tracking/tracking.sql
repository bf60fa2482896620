create table account_numbers (
  "accountId" uuid primary key,
  "userId" int not null
);

create table erased_numbers (
  number int primary key
);

-- One row a visit, with all that its events have in common: they name it by 16 bytes made of its id. It is rewritten as the
-- visit goes on: the room left in each page, and no index on what changes, let PostgreSQL do that in place.
create table tracked_visits (
  visit uuid primary key,
  origin uuid,
  "firstAt" timestamptz(3) not null,
  "lastAt" timestamptz(3) not null,
  -- What the visit came to, which only consent ties to it: when it first did.
  "leadAt" timestamptz(3),
  "questionnaireAt" timestamptz(3),
  "registeredAt" timestamptz(3),
  -- In Europe/Rome, which it counts for until it expires; null: its start is not known.
  day date,
  viewed boolean not null,
  -- all or none; null: not chosen in this visit, nor before it.
  consent text,
  address text,
  "sessionId" text collate "C" not null,
  -- Where its start names none.
  referrer text
) with (fillfactor = 85);
-- The order in which they expire.
create index on tracked_visits ("firstAt");

-- The key is a place in the log, in 16 bytes: unique, ever growing, and the order in which readers ask. What events say that
-- others have said before (which button on which page) lies in a table of its own, once.
create table tracked_interactions (
  position uuid primary key,
  id uuid not null,
  visit uuid not null,
  kind uuid not null,
  "createdAt" timestamptz(3) not null,
  -- JSON, which takes less room as text.
  "additionalData" text,
  -- Only where they are not the visit's.
  "userAgent" text,
  referrer text
);
-- A visit's, which expires as a whole.
create index on tracked_interactions (visit);

create table tracked_analytics (
  position uuid primary key,
  id uuid not null,
  visit uuid not null,
  kind uuid not null,
  "createdAt" timestamptz(3) not null,
  "eventValue" int,
  -- Only with consent.
  "userId" int
);
create index on tracked_analytics (visit);
-- A customer's own.
create index on tracked_analytics ("userId", position) where "userId" is not null;

-- What events say again and again, by a hash of it, with the number of those that do: the last one takes it along.
create table interaction_kinds (
  key uuid primary key,
  "eventType" text not null,
  "elementId" text,
  "elementText" text,
  page text not null,
  uses int not null
) with (fillfactor = 50);

create table analytics_kinds (
  key uuid primary key,
  "eventName" text not null,
  "eventCategory" text,
  "eventLabel" text,
  page text not null,
  uses int not null
) with (fillfactor = 50);

create table visit_origins (
  key uuid primary key,
  "userAgent" text,
  referrer text,
  uses int not null
) with (fillfactor = 50);

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

-- Left joins, since PostgreSQL passes over those of which a reader asks for nothing; there is always a row.
create view site_interactions as
select i.id, v."sessionId", k."eventType", k."elementId", k."elementText", k.page,
  coalesce(i."userAgent", o."userAgent") as "userAgent", v.address as "ipAddress",
  coalesce(i.referrer, o.referrer) as referrer, i."additionalData"::jsonb as "additionalData", i."createdAt", i.position
from tracked_interactions i
left join interaction_kinds k on k.key = i.kind
left join tracked_visits v on v.visit = i.visit
left join visit_origins o on o.key = v.origin;

create view analytics_events as
select a.id, k."eventName", k."eventCategory", k."eventLabel", a."eventValue", k.page, v."sessionId", a."userId",
  a."createdAt", a.position, a.visit
from tracked_analytics a
left join analytics_kinds k on k.key = a.kind
left join tracked_visits v on v.visit = a.visit;

-- What can be counted of a visit's own events is looked for when it is asked.
create view visits as
select v."sessionId", v."firstAt", v."lastAt",
  (select count(*)::int from tracked_interactions i join interaction_kinds k on k.key = i.kind
    where i.visit = v.visit and k."eventType" = 'page_view') as "pageViews",
  -- The different ones, in the order of their first view; a visitor may make up addresses without end.
  (select coalesce(jsonb_agg(page order by position), '[]') from (
    select page, position from (
      select distinct on (page) page, position from (
        select k.page, i.position from tracked_interactions i join interaction_kinds k on k.key = i.kind
        where i.visit = v.visit and k."eventType" = 'page_view'
        union all
        select k.page, a.position from tracked_analytics a join analytics_kinds k on k.key = a.kind
        where a.visit = v.visit and k."eventName" = 'page_view') viewed
      order by page, position) firsts
    order by position limit 20) pages) as pages,
  o."userAgent" as device, coalesce(o.referrer, v.referrer) as referrer, v.address, v.consent,
  v."leadAt", v."questionnaireAt", v."registeredAt", v.visit
from tracked_visits v
left join visit_origins o on o.key = v.origin;
