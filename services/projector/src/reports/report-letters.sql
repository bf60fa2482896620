-- version 1, made of 639faef48ade259c
-- The recipients of letters of reports.
create table report_letters (
  id uuid primary key,
  -- Those ordered together have the same.
  letters uuid not null,
  report uuid not null,
  every text not null,
  hour int4 not null,
  "isTrial" boolean not null,
  -- Of the console; null: another address.
  account uuid,
  -- Null: an account, or its key was destroyed.
  email text,
  "orderedAt" timestamptz(3) not null,
  "orderedBy" text not null,
  state text not null,
  -- Why it ended.
  why text,
  -- When it became active.
  since timestamptz(3) not null,
  -- The period of the last due letter, when that was recorded, and the last period that was answered.
  due timestamptz(3),
  "dueAt" timestamptz(3),
  answered timestamptz(3),
  -- The last 20 answers of the mail server, newest first.
  log jsonb not null,
  -- Of the ordering event.
  position text collate "C" not null
);
create index on report_letters (report, position);
