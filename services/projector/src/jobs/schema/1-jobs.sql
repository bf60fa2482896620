-- The events whose jobs are done. The queue forgets a finished job.
create table if not exists jobs.completions (
  event_id uuid primary key,
  completed_at timestamptz not null default now()
);
create index if not exists completions_by_time on jobs.completions (completed_at);

-- The open jobs. A job that the queue lost or gave up is enqueued again from here, without a search in the log.
create table if not exists jobs.open (
  event_id uuid primary key,
  stream text not null,
  event_type text not null,
  recorded_at timestamptz not null
);

-- Leads and questionnaires by the keyed hash of their address, until their erasure. Only an index: the stream has the rest.
create table if not exists jobs.submissions (
  stream text primary key,
  email_hash text not null
);
create index if not exists submissions_by_email_hash on jobs.submissions (email_hash);

-- Marks in the log. `opened`: every event up to there that needs a job is in jobs.open, or its job is done. `indexed`: every
-- submission up to there is in jobs.submissions, or erased. `expired`: expired visits up to there are deleted from the log.
create table if not exists jobs.progress (
  name text primary key,
  -- Positions compare as bytes.
  position text collate "C" not null
);
-- Notices of leads and questionnaires, numbered within their hour. The first ones get a letter each. One letter sums up the
-- others.
create table if not exists jobs.notices (
  event_id uuid primary key,
  hour timestamptz not null,
  number int not null
);
create index if not exists notices_by_hour on jobs.notices (hour, number);

-- The time that the expiry of visits uses: see expire-visits.ts.
create table if not exists jobs.clock (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

-- Replays that run or have ended. The log says what they replay.
create table if not exists jobs.replays (
  id uuid primary key,
  -- Of the event that requested it.
  asked_at text collate "C" not null,
  -- Counts the processes that have taken it. Writes of an earlier one are refused.
  epoch int not null default 0,
  -- How often it was taken since its last progress: it may kill its process.
  tries int not null default 0,
  -- The log was read up to here, with these results.
  position text collate "C" not null default '',
  done bigint not null default 0,
  found bigint not null default 0,
  -- Events a second, over the last seconds.
  rate real not null default 0,
  -- The last sign of life of its process.
  moved_at timestamptz not null default now(),
  over_at timestamptz,
  -- For a projection: what the tables in this replay's schema are made of at that position.
  folded text,
  -- The key of an object with NDJSON: a funnel, or differing rows. Events of a stream are read from the log again.
  result text
);
create index if not exists replays_open on jobs.replays (asked_at) where over_at is null;
