-- How far each visit has come on its way to a conversion, to count it once, and what it counts for until it expires.
create table visit_stages (
  "sessionId" text collate "C" primary key,
  viewed boolean not null,
  consenting boolean not null,
  converted boolean not null,
  interactions int not null,
  analytics int not null
);

-- Few rows, each rewritten with every batch.
create table counters (
  name text collate "C" primary key,
  value bigint not null
) with (fillfactor = 10);
