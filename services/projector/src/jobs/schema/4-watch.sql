-- What is watched of the product itself, as of the last look.
create table if not exists jobs.watch (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  -- Where the log ended then; null: it was empty.
  head text collate "C",
  -- The state of each alarm.
  states jsonb not null
);
