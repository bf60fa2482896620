-- version 4, made of cdced1ee28e961a9
-- How each lead and questionnaire is worked. Names stand in person_parts, what was written in leads and
-- questionnaire_responses.
create table requests (
  -- Of the lead or questionnaire.
  id uuid primary key,
  stream text collate "C" not null,
  -- Derived from the keyed hash of the address, as in person_parts.
  person uuid,
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
-- In the order of the view of today.
create index on requests ("callAt", position desc)
  where state = 'new' or "callAt" is not null or state <> 'lost' and owner is null;
create index on requests (person);
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

-- The accounts that a request may lead to.
create table request_accounts (
  "accountId" uuid primary key,
  person uuid,
  -- The positions of the registration, and of the first plan with its time. Null: not yet.
  registered text collate "C",
  activated text collate "C",
  "activatedAt" timestamptz(3)
);
create index on request_accounts (person);

-- One row.
create table request_settings (
  name text primary key,
  "keepMonths" int not null
);
