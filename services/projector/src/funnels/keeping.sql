create schema if not exists funnels;

-- How far each saved funnel has been counted, beside the history: see keeper.ts and decision 029.
create table if not exists funnels.keeping (
  funnel uuid primary key,
  -- Of what is counted: another definition, or another way of counting, counts anew.
  fingerprint text not null,
  -- What was counted first, and is counted on; null until it is whole.
  counted bigint,
  -- What is being counted for the first time, and how much of it.
  counting bigint,
  done real not null default 0,
  -- Up to where everything is counted. Positions compare as bytes.
  position text collate "C" not null default '',
  -- What the history was: where it was made anew, or changed behind that position, so is the count.
  basis text not null default '',
  updated_at timestamptz not null default now()
);

-- Since when no count of it is kept, because one unit holds too much: it is tried again after an hour, and shown as given
-- up until a count is whole.
do $$ begin
  if not exists (select from pg_attribute where attrelid = 'funnels.keeping'::regclass and attname = 'given_up_at') then
    -- Somebody may be reading for long (verify does), and whoever comes after would wait behind this.
    perform set_config('lock_timeout', '2s', true);
    alter table funnels.keeping add column given_up_at timestamptz;
  end if;
end $$;

create sequence if not exists funnels.counts_made;

-- What one count tells apart: the period, or the one that it is compared with, and each value of the breakdown.
create table if not exists funnels.groups (
  id bigint generated always as identity primary key,
  count bigint not null,
  period smallint not null,
  -- Of the units with any value together.
  is_whole boolean not null,
  value text,
  unique nulls not distinct (count, period, is_whole, value)
);

-- How many units reached a step, from 1, and their median time since the step before.
create table if not exists funnels.steps (
  "group" bigint not null references funnels.groups on delete cascade,
  step smallint not null,
  units bigint not null,
  median double precision,
  primary key ("group", step)
);

-- The times that units took from the step before, so that the median is exact: in buckets of times that are alike, packed
-- in `times` (see bucket.ts). A row a bucket, of two to four bytes a unit.
create table if not exists funnels.times (
  "group" bigint not null references funnels.groups on delete cascade,
  step smallint not null,
  bucket int not null,
  units bigint not null,
  times bytea not null,
  primary key ("group", step, bucket)
);
