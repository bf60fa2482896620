-- Panoramica over the lake, as the console counts it: see overview.duckdb.sql. from and to are in ms since 1970.
with started as (
  select position, toUnixTimestamp64Milli("recordedAt") as ms, toTimeZone("recordedAt", 'Europe/Rome') as local from events
),
chosen as (
  select v.*, local, toUnixTimestamp64Milli("lastAt") as "lastMs",
    (toUnixTimestamp64Milli("lastAt") - toUnixTimestamp64Milli("firstAt")) / 1000 as lasted
  from visits v join started s on s.position = v.position where robot is null and ms >= {from:Int64} and ms < {to:Int64}
),
views as (
  select e.visit as visit, page, registration,
    nullIf(greatest(0, coalesce(lead(toNullable(ms)) over (partition by e.visit order by e.position), "lastMs") - ms), 0) as spent
  from (select visit, page, position, toUnixTimestamp64Milli("recordedAt") as ms from events
    where type = 'InteractionTracked' and JSONExtractString(data, 'eventType') = 'page_view' and page is not null) e
  join (select visit, registration, "lastMs" from chosen) c on c.visit = e.visit
),
-- Each visit once, in all lists that it is in: a list without a name is left out.
listed as (
  select registration, arrayJoin(cast([
    ('total', null, if(events > 1, lasted, null)),
    (if("pageViews" > 0, 'viewing', ''), null, null),
    (if("pageViews" = 1 and actions = 1, 'bounced', ''), null, null),
    ('day', formatDateTime(local, '%Y-%m-%d'), null),
    -- Monday is 1.
    ('hour', formatDateTime(local, '%u %H'), null),
    (if("entryPage" is null, '', 'entryPages'), "entryPage", null),
    (if("exitPage" is null, '', 'exitPages'), "exitPage", null),
    ('sources', source, null),
    (if(campaign is null, '', 'campaigns'), campaign, null),
    ('devices', device, null), ('browsers', browser, null), ('systems', system, null)
  ], 'Array(Tuple(String, Nullable(String), Nullable(Float64)))')) as line
  from chosen
),
lines as (
  select line.1 as list, line.2 as value, registration, line.3 as seconds from listed where line.1 <> ''
  union all
  select 'pages', page, registration, sum(spent) / 1000 from views group by visit, page, registration
),
answers as (
  select list, value, toInt64(count()) as visits, countIf(registration) as converted,
    quantileExactInclusiveOrNull(0.5)(seconds) as seconds
  from lines group by list, value
  union all
  select 'pageViews', null, toInt64(ifNull(sum("pageViews"), 0)), 0, null from chosen
  union all
  select 'recorded', type, toInt64(count()), 0, null from events
  where type in ('LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated')
    and toUnixTimestamp64Milli("recordedAt") >= {from:Int64} and toUnixTimestamp64Milli("recordedAt") < {to:Int64} group by type
)
select * from answers order by list, visits desc, value nulls last
