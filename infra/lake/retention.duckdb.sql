-- Retention over the lake, as the console counts it: in log order, units by the interval (Europe/Rome) of their entry, and how
-- many did the action in the interval `later` after it. Needs the views `events` and `visits` (infra/docs/lake.md).
-- $by: visit or person. $unit: day, week or month. $first: ever (the first entry of all time is in the period) or each (every
-- interval with an entry). $mode: in, or onOrAfter. $from and $to are in ms since 1970.
with marked as (
  select visit, person, stream, position, epoch_ms("recordedAt") as ms,
    date_trunc($unit, timezone('Europe/Rome', "recordedAt"))::date as start,
    coalesce(type = 'AccountRegistered', false) as enters,
    coalesce(type = 'SessionOpened', false) as acts
  from events
),
people as (select visit from visits where robot is null),
-- A fact with consent ties a visit to a person. What another person did in it is theirs.
tied as (select distinct visit, person from events where person is not null and visit in (from people)),
own as (
  select visit as unit, position, ms, start, enters, acts from marked where $by = 'visit' and visit in (from people)
  union
  select person, position, ms, start, enters, acts from marked where $by = 'person' and person is not null
  union
  select tied.person, position, ms, start, enters, acts from marked join tied using (visit)
  where $by = 'person' and stream = 'visit-' || visit
),
first_ever as (
  select unit, arg_min(start, position) as cohort, min(position) as position, arg_min(ms, position) as ms
  from own where enters group by unit
),
entered as (
  select unit, cohort, position from first_ever where $first = 'ever' and ms >= $from and ms < $to
  union all
  select unit, start, min(position) from own where $first = 'each' and enters and ms >= $from and ms < $to group by unit, start
),
sizes as (select cohort, count(*) as size from entered group by cohort),
-- The clock may have stepped back: then the action is in the interval of the entry.
returns as (
  select distinct e.unit, e.cohort, greatest(0, date_diff($unit, e.cohort, a.start)) as later
  from entered e join own a on a.unit = e.unit and a.acts and a.position >= e.position
),
counted as (
  select unit, cohort, later from returns where $mode = 'in'
  union all
  select unit, cohort, unnest(range(0, max(later) + 1)) from returns where $mode = 'onOrAfter' group by unit, cohort
)
select s.cohort, size, later, count(later) as count
from sizes s left join counted c on c.cohort = s.cohort group by s.cohort, size, later order by s.cohort, later;
