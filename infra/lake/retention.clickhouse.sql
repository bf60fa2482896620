-- Retention over the lake, as the console counts it: see retention.duckdb.sql for what its parameters mean.
with marked as (
  select visit, person, stream, assumeNotNull(position) as position, toUnixTimestamp64Milli(assumeNotNull("recordedAt")) as ms,
    toDate(dateTrunc({unit:String}, toTimeZone(assumeNotNull("recordedAt"), 'Europe/Rome'))) as start,
    ifNull(type = 'AccountRegistered', 0) as enters,
    ifNull(type = 'SessionOpened', 0) as acts
  from events
),
people as (select visit from visits where robot is null),
-- A fact with consent ties a visit to a person. What another person did in it is theirs.
tied as (select distinct visit, person from events where person is not null and visit in (select visit from people)),
own as (
  select visit as unit, position, ms, start, enters, acts from marked
  where {by:String} = 'visit' and visit in (select visit from people)
  union distinct
  select person, position, ms, start, enters, acts from marked where {by:String} = 'person' and person is not null
  union distinct
  select tied.person, position, ms, start, enters, acts from marked join tied on tied.visit = marked.visit
  where {by:String} = 'person' and stream = concat('visit-', marked.visit)
),
first_ever as (
  select unit, argMin(start, position) as cohort, min(position) as first, argMin(ms, position) as first_ms
  from own where enters group by unit
),
entered as (
  select unit, cohort, first from first_ever
  where {first:String} = 'ever' and first_ms >= {from:Int64} and first_ms < {to:Int64}
  union all
  select unit, start, min(position) from own
  where {first:String} = 'each' and enters and ms >= {from:Int64} and ms < {to:Int64} group by unit, start
),
sizes as (select cohort, count() as size from entered group by cohort),
-- The clock may have stepped back: then the action is in the interval of the entry.
returns as (
  select distinct e.unit as unit, e.cohort as cohort, toInt64(greatest(0, dateDiff({unit:String}, e.cohort, a.start))) as later
  from entered e join own a on a.unit = e.unit where a.acts and a.position >= e.first
),
counted as (
  select unit, cohort, later from returns where {mode:String} = 'in'
  union all
  select unit, cohort, arrayJoin(range(max(later) + 1)) from returns
  where {mode:String} = 'onOrAfter' group by unit, cohort
)
select s.cohort as cohort, size, c.later as later, countIf(c.unit is not null) as count
from sizes s left join counted c on c.cohort = s.cohort group by cohort, size, later order by cohort, later
settings join_use_nulls = 1
