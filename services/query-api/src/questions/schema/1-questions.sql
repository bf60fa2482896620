-- Questions that are answered later. Whichever instance is asked tells their state.
create table if not exists console.questions (
  id uuid primary key,
  admin_id uuid not null,
  asked_at timestamptz not null default now(),
  -- Somebody waits for it, and the instance that answers it lives.
  polled_at timestamptz not null default now(),
  alive_at timestamptz not null default now(),
  state text not null default 'running',
  progress real not null default 0,
  -- The answer as JSON, or the status and the sentence of the refusal.
  result text,
  status smallint,
  message text
);
create index if not exists questions_asked on console.questions (asked_at);
