-- Days in Europe/Rome, by the log's clock. What was sent in and erased later still came that day.
-- The day that each visit counts for, until it expires.
create table visit_days (
  "sessionId" text collate "C" primary key,
  day date not null
);

create table daily_counts (
  day date primary key,
  visits int not null,
  leads int not null,
  questionnaires int not null
);
