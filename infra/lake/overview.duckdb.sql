-- Panoramica over the lake, as the console counts it. Needs the views `events` and `visits` (infra/docs/lake.md).
-- $from and $to are in ms since 1970. A visit belongs to the period of its first event in the log, with all its later events.
-- Answers lines of (list, value, visits, converted, seconds): `total` has the page views in a line of its own, `recorded` counts
-- events with or without a visit. `converted`: visits with a registration. `seconds`: the median.
with started as (select position, epoch_ms("recordedAt") as ms, timezone('Europe/Rome', "recordedAt") as local from events),
chosen as (
  select v.*, local, epoch_ms("lastAt") as "lastMs", (epoch_ms("lastAt") - epoch_ms("firstAt")) / 1000 as lasted
  from visits v join started using (position) where robot is null and ms >= $from and ms < $to
),
views as (
  select visit, page, registration,
    nullif(greatest(0, coalesce(lead(ms) over (partition by visit order by e.position), "lastMs") - ms), 0) as spent
  from (select visit, page, position, epoch_ms("recordedAt") as ms from events
    where type = 'InteractionTracked' and (data ->> '$.eventType') = 'page_view' and page is not null) e
  join (select visit, registration, "lastMs" from chosen) using (visit)
),
lines as (
  select 'total' as list, null as value, registration, if(events > 1, lasted, null) as seconds from chosen
  union all select 'viewing', null, registration, null from chosen where "pageViews" > 0
  union all select 'bounced', null, registration, null from chosen where "pageViews" = 1 and actions = 1
  union all select 'day', strftime(local, '%Y-%m-%d'), registration, null from chosen
  -- Monday is 1.
  union all select 'hour', strftime(local, '%u %H'), registration, null from chosen
  union all select 'pages', page, registration, sum(spent) / 1000 from views group by visit, page, registration
  union all select 'entryPages', "entryPage", registration, null from chosen where "entryPage" is not null
  union all select 'exitPages', "exitPage", registration, null from chosen where "exitPage" is not null
  union all select 'sources', source, registration, null from chosen
  union all select 'campaigns', campaign, registration, null from chosen where campaign is not null
  union all select 'devices', device, registration, null from chosen
  union all select 'browsers', browser, registration, null from chosen
  union all select 'systems', system, registration, null from chosen
),
answers as (
  select list, value, count(*) as visits, count(*) filter (where registration) as converted,
    median(seconds)::double as seconds
  from lines group by list, value
  union all
  select 'pageViews', null, coalesce(sum("pageViews"), 0), 0, null from chosen
  union all
  select 'recorded', type, count(*), 0, null from events
  where type in ('LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated')
    and epoch_ms("recordedAt") >= $from and epoch_ms("recordedAt") < $to group by type
)
select * from answers order by list, visits desc, value nulls last;
