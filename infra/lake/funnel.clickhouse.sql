-- A funnel by visit over the lake, as the console counts it: in log order, the window from the first step, each visit once.
-- Needs the views `events` and `visits` (infra/docs/lake.md). from and to are in ms since 1970, window in ms.
-- For each step it keeps the latest first step of a chain that has reached it, as funnel.duckdb.sql says. `windowFunnel` sorts
-- by time: it counts something else.
with matched as (
  select assumeNotNull(visit) as visit, assumeNotNull(position) as position,
    toUnixTimestamp64Milli(assumeNotNull("recordedAt")) as ms,
    [ -- One line for each step: a condition on an event. `ifNull`, since a missing value is no match.
      ifNull(type = 'VisitStarted', 0),
      ifNull(type = 'InteractionTracked' and page = '/prezzi', 0),
      ifNull(type = 'LeadSubmitted', 0)
    ] as steps
  from events where visit in (select visit from visits where robot is null)
),
chains as (
  select visit, arrayFold(
    (starts, event) -> arrayMap(
      (step, number, own, before) -> multiIf(
        not step, own,
        number = 1, if(event.2 >= {from:Int64} and event.2 < {to:Int64}, greatest(own, event.2), own),
        before >= 0 and before >= event.2 - {window:Int64}, greatest(own, before),
        own),
      event.3, arrayEnumerate(event.3), starts, arrayPushFront(arrayPopBack(starts), toInt64(-1))),
    arraySort(event -> event.1, groupArray((position, ms, steps))),
    arrayMap(step -> toInt64(-1), any(steps))) as starts
  from matched where arrayExists(step -> step = 1, steps) group by visit
)
select step, countIf(starts[step] >= 0) as count
from (select starts, arrayJoin(arrayEnumerate(starts)) as step from chains)
group by step order by step
