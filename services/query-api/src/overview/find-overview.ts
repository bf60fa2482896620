import {
  noSource,
  type OverviewList,
  type OverviewListName,
  type OverviewTotals,
  type OverviewView,
} from '@tba/events/overview/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import { daysAfter, romeDay } from '@tba/events/rome-day.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/snapshot.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { type Facet, facetNames, facets, hasFacet } from '../analytics/visit-facets.ts'

type Period = { fromMs: number; toMs: number }
type OverviewInput = Period & {
  compared: Period | null
  page?: string | undefined
  source?: string | undefined
  device?: string | undefined
  registered?: boolean | undefined
  bots: boolean
}

const maxValues = 10
const hourMs = 3_600_000

/** The facet of each list. `isWhole`: visits without a value are counted too. */
const lists: Record<Exclude<OverviewListName, 'pages'>, { facet: Facet; isWhole?: true }> = {
  entryPages: { facet: 'entry' },
  exitPages: { facet: 'exit' },
  sources: { facet: 'source', isWhole: true },
  campaigns: { facet: 'campaign' },
  devices: { facet: 'device', isWhole: true },
  browsers: { facet: 'browser', isWhole: true },
  systems: { facet: 'system', isWhole: true },
}

/** The overview of a period. Collects the visits once, then counts them in several ways. */
export async function findOverview(snapshot: Snapshot, input: OverviewInput): Promise<OverviewView> {
  await snapshot.rows(sql`create temp table visits as ${visitsIn(snapshot, input)}`)
  const { compared: other, ...own } = input
  const totals = await totalsIn(snapshot, own)
  const compared = other && (await totalsIn(snapshot, other))
  return {
    position: snapshot.position,
    totals,
    ...(compared && { compared }),
    ...(await timesIn(snapshot, own)),
    ...(await listsIn(snapshot, own, totals.visits)),
  }
}

const within = (at: string, { fromMs, toMs }: Period) =>
  sql`(${raw(at)} >= ${fromMs}::double and ${raw(at)} < ${toMs}::double)`

/** An event counts for each of its visits. */
const eventsOf = ({ lastSeq }: Snapshot, events: Sql) =>
  eventsByUnit({ by: 'visit', end: lastSeq, bots: true }, events)

/** One row per visit whose first event is in one of the periods, over all of its events. Facets are numbers of events. */
function visitsIn(snapshot: Snapshot, input: OverviewInput): Sql {
  const { compared, page, source, device, registered, bots, ...own } = input
  const facetColumns = facetNames.map(name => sql`${facets[name].seq} as ${raw(name)}`)
  const conditions = [
    join(
      [own, ...(compared ? [compared] : [])].map(bounds => within('first_ms', bounds)),
      ' or ',
    ),
    bots ? sql`true` : sql`not is_robot`,
    page === undefined ? sql`true` : sql`has_page`,
    source === undefined ? sql`true` : hasFacet('source', sql`source`, source === noSource ? null : source),
    device === undefined ? sql`true` : hasFacet('device', sql`device`, device),
    registered === undefined ? sql`true` : sql`has_registered = ${registered}`,
  ]
  return sql`
    select * from (
      select unit, arg_min(recorded_ms, seq) as first_ms, max(recorded_ms) - min(recorded_ms) as length_ms,
        count(*) as events, bool_or(robot is not null) as is_robot, ${join(facetColumns)},
        count(*) filter (where is_view) as views, count(*) filter (where is_action) as actions,
        bool_or(type = 'AccountRegistered') as has_registered,
        ${page === undefined ? sql`true` : sql`bool_or(is_view and page = ${page})`} as has_page
      from (${eventsOf(snapshot, sql`select * from events`)}) group by unit)
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

async function totalsIn(snapshot: Snapshot, bounds: Period): Promise<OverviewTotals> {
  const recorded = (type: string) => sql`count(*) filter (where type = ${type})::double`
  const [row] = await snapshot.rows<Sums>(sql`
    from (
      select count(*)::double as visits, coalesce(sum(views), 0)::double as "pageViews",
        count(*) filter (where views > 0)::double as viewing,
        count(*) filter (where views = 1 and actions = 1)::double as bounced,
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

/** By day and by hour of the week in Rome. The calendar is used once per hour, not per visit. */
async function timesIn(snapshot: Snapshot, bounds: Period): Promise<Pick<OverviewView, 'perDay' | 'hours'>> {
  const started = await snapshot.rows<{ hour: number; visits: number; views: number }>(sql`
    select floor(first_ms / ${hourMs}::double) as hour, count(*)::double as visits, sum(views)::double as views
    from visits where ${within('first_ms', bounds)} group by hour`)
  const perDay = new Map<string, OverviewView['perDay'][number]>()
  const last = romeDay(new Date(bounds.toMs - 1))
  for (let day = romeDay(new Date(bounds.fromMs)); day <= last; day = daysAfter(day, 1))
    perDay.set(day, { day, visits: 0, pageViews: 0 })
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  for (const { hour, visits, views } of started) {
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

async function listsIn(snapshot: Snapshot, bounds: Period, all: number): Promise<Lists> {
  const own = sql`select * from visits where ${within('first_ms', bounds)}`
  const most = (list: string, values: Sql) => sql`(
    select ${list} as list, value, count(*)::double as visits from (${values}) group by value
    order by visits desc, value nulls last limit ${maxValues})`
  const views = eventsOf(snapshot, sql`select * from events where is_view and page is not null`)
  const pages = sql`select distinct unit, page as value from (${views}) where unit in (select unit from (${own}))`
  const byFacet = Object.entries(lists).map(([list, { facet, isWhole }]) => {
    const at = raw(facet)
    const withoutValue = isWhole ? sql`union all select null from (${own}) where ${at} is null` : empty
    return most(
      list,
      sql`select ${facets[facet].value} as value from (select ${at} as facet_seq from (${own})) join events on seq = facet_seq ${withoutValue}`,
    )
  })
  const rows = await snapshot.rows<{ list: OverviewListName; value: string | null; visits: number }>(
    join([most('pages', pages), ...byFacet], ' union all '),
  )
  const listOf = (name: OverviewListName) =>
    rows
      .filter(({ list }) => list === name)
      .map(({ value, visits }) => ({ value, visits, share: percentOf(visits, all) }))
  const names = ['pages', ...Object.keys(lists)] as OverviewListName[]
  return Object.fromEntries(names.map(name => [name, listOf(name)])) as Lists
}
