-- How each lead and questionnaire is worked. Who sent it stands in person_parts, what they wrote in leads and
-- questionnaire_responses.
create table requests (
  -- Of the lead or questionnaire.
  id uuid primary key,
  stream text collate "C" not null,
  -- lead, questionnaire
  kind text not null,
  -- Of a lead.
  plan text,
  -- Only with consent.
  "visitId" text collate "C",
  "submittedAt" timestamptz(3) not null,
  -- Of the submission.
  position text collate "C" not null unique,
  -- new, no-answer, working, lost. That it is won is computed when reading.
  state text not null,
  -- Why it is lost; null if the person's key was destroyed.
  reason text,
  -- A console account that has not ended.
  owner uuid,
  "callAt" timestamptz(3),
  -- The first state but new, or the first note.
  "contactedAt" timestamptz(3),
  "changedAt" timestamptz(3) not null,
  "lastNote" text,
  -- Of its own stream; -1: nobody has worked it.
  revision int not null,
  -- What the last state replaced: it comes back if that is taken back.
  previous jsonb
);
create index on requests (position) where state = 'new';
create index on requests ("callAt") where "callAt" is not null;
create index on requests (owner) where owner is not null;
create index on requests ("changedAt") where state = 'lost';

create table request_notes (
  position text collate "C" primary key,
  request uuid not null,
  at timestamptz(3) not null,
  -- A console account.
  by uuid,
  -- Null if the person's key was destroyed.
  text text
);
create index on request_notes (request, position);

-- The first plan of each account.
create table first_plans (
  "accountId" uuid primary key,
  at timestamptz(3) not null,
  position text collate "C" not null
);

-- One row.
create table request_settings (
  name text primary key,
  "keepMonths" int not null
);
