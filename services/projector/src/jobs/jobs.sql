create schema if not exists jobs;

-- Which events' jobs are done. The queue forgets a job when it ends; this remembers it.
create table if not exists jobs.completions (
  event_id uuid primary key,
  completed_at timestamptz not null default now()
);
create index if not exists completions_by_time on jobs.completions (completed_at);

-- The jobs that are to be done: what the queue has lost or given up is enqueued again from here, so that nobody has to
-- look for it in the log.
create table if not exists jobs.open (
  event_id uuid primary key,
  stream text not null,
  event_type text not null,
  recorded_at timestamptz not null
);

-- Under which address (its keyed hash) which lead or questionnaire was submitted, until it is erased. It only says where
-- to look: what was submitted, and when, its stream says.
create table if not exists jobs.submissions (
  stream text primary key,
  email_hash text not null
);
create index if not exists submissions_by_email_hash on jobs.submissions (email_hash);

-- How far into the log. `opened`: every event up to there that asks for a job stands in jobs.open, or its job is done.
-- `indexed`: every lead and questionnaire submitted up to there stands in jobs.submissions, or is erased. `expired`: the
-- log has forgotten the visits that expired up to there.
create table if not exists jobs.progress (
  name text primary key,
  -- Positions compare as bytes.
  position text collate "C" not null
);
-- Notices of leads and questionnaires, numbered within their hour: the first ones are letters of their own, the others are
-- summed up in one.
create table if not exists jobs.notices (
  event_id uuid primary key,
  hour timestamptz not null,
  number int not null
);
create index if not exists notices_by_hour on jobs.notices (hour, number);

-- The time by which visits expire: see expire-visits.ts.
create table if not exists jobs.clock (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

-- Replays that wait, run or are over, while something of them is here: the log says what they are about.
create table if not exists jobs.replays (
  id uuid primary key,
  -- Of the event that asked for it.
  asked_at text collate "C" not null,
  -- Counts the workers that have taken it: what an earlier one still writes is refused.
  epoch int not null default 0,
  -- How often it was taken since it last came on: a process may die of it.
  tries int not null default 0,
  -- Up to where the log has been gone through, and what came of it.
  position text collate "C" not null default '',
  done bigint not null default 0,
  found bigint not null default 0,
  -- Events a second, over the last seconds.
  rate real not null default 0,
  moved_at timestamptz not null default now(),
  over_at timestamptz,
  -- Of a projection: what its tables in the schema of this replay were made of, up to that position.
  folded text,
  -- Unless it goes through a projection, a query-api plays it, and says what came of that: played, tooLarge or failed.
  played text,
  -- The key of an object with lines of JSON: a funnel, or the rows that differ. The events of a stream are read from the
  -- log again.
  result text
);
alter table jobs.replays add column if not exists played text;
create index if not exists replays_open on jobs.replays (asked_at) where over_at is null;
