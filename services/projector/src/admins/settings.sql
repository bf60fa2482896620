-- version 1, made of 7ecdd10b14deee95
create table settings (
  -- The name of the setting: `analytics`.
  name text primary key,
  "measurementId" text not null
);
