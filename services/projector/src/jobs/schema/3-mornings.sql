-- The letters about calls that were sent on a day in Rome.
create table if not exists jobs.mornings (
  day date not null,
  -- The id of a console account; empty: the calls of nobody.
  owner text not null,
  primary key (day, owner)
);
