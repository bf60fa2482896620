create table tallies (
  visit text collate "C" primary key,
  count int not null,
  refusals int not null
);
