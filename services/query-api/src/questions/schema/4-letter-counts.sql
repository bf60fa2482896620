-- What due letters of reports say: the counts of a report over a closed period. The projector sends them.
create table if not exists console.letter_counts (
  report uuid not null,
  every text not null,
  -- The start of the period.
  since timestamptz not null,
  -- An instance began to count it.
  claimed_at timestamptz not null,
  -- Null: not counted yet.
  counted_at timestamptz,
  counts jsonb,
  primary key (report, every, since)
);
