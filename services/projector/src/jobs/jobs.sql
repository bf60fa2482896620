create schema if not exists jobs;

-- Which events' jobs are done. The queue forgets a job when it ends; this remembers it.
-- The table has the name that older builds know it by: one may run beside this one, or be put back in its place, and
-- its own start-up script (`create index … on jobs.kept`) fails on a view. When no build reads jobs.kept any more, the
-- view below can be dropped and the table renamed.
create table if not exists jobs.kept (
  event_id uuid primary key,
  kept_at timestamptz not null default now()
);
create index if not exists kept_by_time on jobs.kept (kept_at);
create or replace view jobs.completions as select event_id, kept_at as completed_at from jobs.kept;

-- How far into the log. `enqueued`: every event up to there that asks for a job has been handed to the queue.
-- `completed`: every job up to there is done, so that nobody need look there again. `expired`: the log has forgotten the
-- visits that expired up to there.
create table if not exists jobs.progress (
  name text primary key,
  -- Positions compare as bytes.
  position text collate "C" not null
);
-- Older builds call `completed` `kept`, and go on with their own.
insert into jobs.progress (name, position) select 'completed', position from jobs.progress where name = 'kept'
on conflict (name) do nothing;

-- The time by which visits expire: see kept-since.ts.
create table if not exists jobs.clock (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
