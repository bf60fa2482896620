create table tallies (
  visit text collate "C" primary key,
  count int not null,
  "lastChoice" text not null
);
