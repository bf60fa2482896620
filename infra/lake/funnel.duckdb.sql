-- A funnel by visit over the lake, as the console counts it: in log order, the window from the first step, each visit once.
-- Needs the views `events` and `visits` (infra/docs/lake.md). $from and $to are in ms since 1970, $window in ms.
-- For each step it keeps the latest first step of a chain that has reached it: an event is in a chain once, and a later
-- start that leads further counts. An event in the stream of one visit that names another counts for the first alone.
with matched as (
  select visit, position, epoch_ms("recordedAt") as ms,
    [ -- One line for each step: a condition on an event. `coalesce`, since a missing value is no match.
      coalesce(type = 'VisitStarted', false),
      coalesce(type = 'InteractionTracked' and page = '/prezzi', false),
      coalesce(type = 'LeadSubmitted', false)
    ] as steps
  from events where visit in (select visit from visits where robot is null)
),
chains as (
  select visit, list_reduce(
    list({ms: ms, steps: steps, starts: list_transform(steps, lambda step: -1::bigint)} order by position),
    lambda chain, event: {ms: event.ms, steps: event.steps, starts: list_transform(event.steps, lambda step, number:
      case
        when not step then chain.starts[number]
        when number = 1 and event.ms >= $from and event.ms < $to then greatest(chain.starts[1], event.ms)
        when number > 1 and chain.starts[number - 1] >= 0 and chain.starts[number - 1] >= event.ms - $window
          then greatest(chain.starts[number], chain.starts[number - 1])
        else chain.starts[number]
      end)},
    {ms: -1::bigint, steps: list_transform(any_value(steps), lambda step: false), starts: list_transform(any_value(steps), lambda step: -1::bigint)}
  ).starts as starts
  from matched where list_bool_or(steps) group by visit
)
select step, count(*) filter (where starts[step] >= 0) as count
from (select starts, unnest(range(1, len(starts) + 1)) as step from chains)
group by step order by step;
