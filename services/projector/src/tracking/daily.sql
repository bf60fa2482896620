-- Days in Europe/Rome, by the log's clock. What was sent in and erased later still came that day.
create table daily_counts (
  day date primary key,
  visits int not null,
  leads int not null,
  questionnaires int not null
);
