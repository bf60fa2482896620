-- Which visits an account of the console has opened.
create table if not exists console.seen_visits (
  admin_id uuid not null,
  visit text not null,
  seen_at timestamptz not null default now(),
  primary key (admin_id, visit)
);
create index if not exists seen_visits_at on console.seen_visits (seen_at);
