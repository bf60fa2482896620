-- The last count of each alarm. The projector decides what it means.
create table if not exists console.alarm_counts (
  alarm_id uuid primary key,
  -- Of the event that saved the counted definition.
  position text collate "C" not null,
  -- An instance began to count it.
  claimed_at timestamptz not null,
  -- Null: not counted yet.
  counted_at timestamptz,
  outcome jsonb,
  -- The projector judged the count of that time.
  judged_at timestamptz,
  judged_count timestamptz
);
