create schema if not exists jobs;

-- Promises that were kept: the events whose job is done. The queue forgets a job with its end, this remembers.
create table if not exists jobs.kept (
  event_id uuid primary key,
  kept_at timestamptz not null default now()
);
create index if not exists kept_by_time on jobs.kept (kept_at);

-- How far the log has come. `enqueued`: whatever it promises up to there was handed to the queue.
-- `kept`: up to there every promise was kept, so that nobody need look there again.
create table if not exists jobs.progress (
  name text primary key,
  -- Positions compare as bytes.
  position text collate "C" not null
);
