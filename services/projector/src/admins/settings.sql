create table settings (
  -- What is set: `analytics`.
  name text primary key,
  "measurementId" text not null
);
