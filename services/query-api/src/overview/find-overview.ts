import { percentOf } from '@tba/events/funnels/count.ts'
import {
  noSource,
  type OverviewList,
  type OverviewListName,
  type OverviewTotals,
  type OverviewView,
} from '@tba/events/overview/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { daysAfter } from '@tba/events/rome-days.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { type Facet, facetNames, facets, isTold } from '../analytics/visit-facets.ts'

type Bounds = { fromMs: number; toMs: number }
type Asked = Bounds & {
  compared: Bounds | null
  page?: string | undefined
  source?: string | undefined
  device?: string | undefined
  bots: boolean
}

const mostValues = 10
const hourMs = 3_600_000

/** What each list counts. `isWhole`: visits of which nothing says it are counted too. */
const listed: Record<Exclude<OverviewListName, 'pages'>, { facet: Facet; isWhole?: true }> = {
  entryPages: { facet: 'entry' },
  exitPages: { facet: 'exit' },
  sources: { facet: 'source', isWhole: true },
  campaigns: { facet: 'campaign' },
  devices: { facet: 'device', isWhole: true },
  browsers: { facet: 'browser', isWhole: true },
  systems: { facet: 'system', isWhole: true },
}

/** What happened in a period. The visits are gathered once, and then counted in several ways. */
export async function findOverview(reading: Reading, asked: Asked): Promise<OverviewView> {
  await reading.rows(sql`create temp table visits as ${visitsIn(reading, asked)}`)
  const { compared: other, ...own } = asked
  const totals = await totalsIn(reading, own)
  const compared = other && (await totalsIn(reading, other))
  return {
    position: reading.position,
    totals,
    ...(compared && { compared }),
    ...(await timesIn(reading, own)),
    ...(await listsIn(reading, own, totals.visits)),
  }
}

const within = (at: string, { fromMs, toMs }: Bounds) =>
  sql`(${raw(at)} >= ${fromMs}::double and ${raw(at)} < ${toMs}::double)`

/** An event counts for each visit that it is of. */
const eventsOf = ({ lastSeq }: Reading, events: Sql) =>
  eventsByUnit({ by: 'visit', end: lastSeq, bots: true }, events)

/** One row a visit whose first event lies in one of the periods, by all of its events; its facets are their numbers. */
function visitsIn(reading: Reading, { compared, page, source, device, bots, ...own }: Asked): Sql {
  const told = facetNames.map(name => sql`${facets[name].at} as ${raw(name)}`)
  const conditions = [
    join(
      [own, ...(compared ? [compared] : [])].map(bounds => within('first_ms', bounds)),
      ' or ',
    ),
    bots ? sql`true` : sql`not is_robot`,
    page === undefined ? sql`true` : sql`has_page`,
    source === undefined ? sql`true` : isTold('source', sql`source`, source === noSource ? null : source),
    device === undefined ? sql`true` : isTold('device', sql`device`, device),
  ]
  return sql`
    select * from (
      select unit, arg_min(recorded_ms, seq) as first_ms, max(recorded_ms) - min(recorded_ms) as length_ms,
        count(*) as events, bool_or(robot is not null) as is_robot, ${join(told)},
        count(*) filter (where is_view) as views, count(*) filter (where is_deed) as deeds,
        bool_or(type = 'AccountRegistered') as has_registered,
        ${page === undefined ? sql`true` : sql`bool_or(is_view and page = ${page})`} as has_page
      from (${eventsOf(reading, sql`select * from events`)}) group by unit)
    where ${join(
      conditions.map(condition => sql`(${condition})`),
      ' and ',
    )}`
}

type Sums = Pick<OverviewTotals, 'visits' | 'pageViews' | 'leads' | 'questionnaires' | 'registrations'> & {
  viewing: number
  bounced: number
  medianMs: number | null
  converted: number
}

async function totalsIn(reading: Reading, bounds: Bounds): Promise<OverviewTotals> {
  const recorded = (type: string) => sql`count(*) filter (where type = ${type})::double`
  const [row] = await reading.rows<Sums>(sql`
    from (
      select count(*)::double as visits, coalesce(sum(views), 0)::double as "pageViews",
        count(*) filter (where views > 0)::double as viewing,
        count(*) filter (where views = 1 and deeds = 1)::double as bounced,
        median(length_ms) filter (where events > 1)::double as "medianMs",
        count(*) filter (where has_registered)::double as converted
      from visits where ${within('first_ms', bounds)}
    ), (
      select ${recorded('LeadSubmitted')} as leads, ${recorded('QuestionnaireSubmitted')} as questionnaires,
        ${recorded('AccountRegistered')} as registrations
      from events where ${within('recorded_ms', bounds)}
    )`)
  const { viewing, bounced, medianMs, converted, ...counts } = row as Sums
  return {
    ...counts,
    bounceRate: percentOf(bounced, viewing),
    medianSeconds: medianMs === null ? null : medianMs / 1_000,
    conversion: percentOf(converted, counts.visits),
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23' })
/** Monday is 0. @param day `YYYY-MM-DD` */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** By days and by hours of the week in Rome, of which the calendar is asked once an hour and not for each visit. */
async function timesIn(reading: Reading, bounds: Bounds): Promise<Pick<OverviewView, 'perDay' | 'hours'>> {
  const begun = await reading.rows<{ hour: number; visits: number; views: number }>(sql`
    select floor(first_ms / ${hourMs}::double) as hour, count(*)::double as visits, sum(views)::double as views
    from visits where ${within('first_ms', bounds)} group by hour`)
  const perDay = new Map<string, OverviewView['perDay'][number]>()
  const last = romeDay(new Date(bounds.toMs - 1))
  for (let day = romeDay(new Date(bounds.fromMs)); day <= last; day = daysAfter(day, 1))
    perDay.set(day, { day, visits: 0, pageViews: 0 })
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  for (const { hour, visits, views } of begun) {
    const at = new Date(hour * hourMs)
    const day = romeDay(at)
    const [its, week] = [perDay.get(day), hours[weekdayOf(day)]]
    const ofDay = Number(clock.format(at))
    if (its) [its.visits, its.pageViews] = [its.visits + visits, its.pageViews + views]
    if (week) week[ofDay] = (week[ofDay] ?? 0) + visits
  }
  return { perDay: [...perDay.values()], hours }
}

type Lists = Record<OverviewListName, OverviewList>

async function listsIn(reading: Reading, bounds: Bounds, all: number): Promise<Lists> {
  const own = sql`select * from visits where ${within('first_ms', bounds)}`
  const most = (list: string, values: Sql) => sql`(
    select ${list} as list, value, count(*)::double as visits from (${values}) group by value
    order by visits desc, value nulls last limit ${mostValues})`
  const views = eventsOf(reading, sql`select * from events where is_view and page is not null`)
  const pages = sql`select distinct unit, page as value from (${views}) where unit in (select unit from (${own}))`
  const byFacet = Object.entries(listed).map(([list, { facet, isWhole }]) => {
    const at = raw(facet)
    const untold = isWhole ? sql`union all select null from (${own}) where ${at} is null` : empty
    return most(
      list,
      sql`select ${facets[facet].said} as value from (select ${at} as told from (${own})) join events on seq = told ${untold}`,
    )
  })
  const rows = await reading.rows<{ list: OverviewListName; value: string | null; visits: number }>(
    join([most('pages', pages), ...byFacet], ' union all '),
  )
  const listOf = (name: OverviewListName) =>
    rows
      .filter(({ list }) => list === name)
      .map(({ value, visits }) => ({ value, visits, share: percentOf(visits, all) }))
  const names = ['pages', ...Object.keys(listed)] as OverviewListName[]
  return Object.fromEntries(names.map(name => [name, listOf(name)])) as Lists
}
