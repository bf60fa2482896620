-- What all interactions of a visit have in common is kept once a visit, not millions of times.
create table visit_origins (
  "sessionId" text collate "C" primary key,
  "userAgent" text,
  "ipAddress" text,
  referrer text
);

-- The key is a place in the log: unique, ever growing, and the order in which readers ask.
create table interactions (
  id uuid not null,
  "sessionId" text collate "C" not null,
  "eventType" text not null,
  "elementId" text,
  "elementText" text,
  page text not null,
  "additionalData" jsonb,
  -- Only where they are not the visit's.
  "userAgent" text,
  referrer text,
  "createdAt" timestamptz(3) not null,
  position text collate "C" primary key
);

-- A visit's, which expires as a whole.
create index on interactions ("sessionId");

create view site_interactions as
select i.id, i."sessionId", i."eventType", i."elementId", i."elementText", i.page,
  coalesce(i."userAgent", o."userAgent") as "userAgent", o."ipAddress", coalesce(i.referrer, o.referrer) as referrer,
  i."additionalData", i."createdAt", i.position
from interactions i
left join visit_origins o on o."sessionId" = i."sessionId";
