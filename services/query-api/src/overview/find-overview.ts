import type { Filtered } from '@tba/events/filters/filter.ts'
import { keysOf, recordOf } from '@tba/events/keys.ts'
import {
  fewVisits,
  type OverviewGoal,
  type OverviewListName,
  type OverviewTotals,
  type OverviewView,
} from '@tba/events/overview/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import { present } from '@tba/events/present.ts'
import { daysAfter, romeDay, romeHour } from '@tba/events/rome-day.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { resolveFilters, visitsMeeting } from '../analytics/filters.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { within } from '../analytics/within.ts'

type Period = { fromMs: number; toMs: number }
type OverviewInput = Period &
  Filtered & {
    compared: Period | null
    registered?: boolean | undefined
    goal?: OverviewGoal | undefined
    order?: 'visits' | 'conversion' | undefined
    bots: boolean
  }

/** Of a visit: whether it carries the goal. */
const isReached: Record<OverviewGoal, Sql> = {
  request: sql`(lead or questionnaire)`,
  registration: sql`registration`,
  plan: sql`plan`,
}

const maxValues = 10
const hourMs = 3_600_000

/** The column of each list. `isWhole`: visits without a value are counted too. */
const lists: Record<Exclude<OverviewListName, 'pages'>, { column: string; isWhole?: true }> = {
  entryPages: { column: 'entry' },
  exitPages: { column: 'exit' },
  sources: { column: 'source', isWhole: true },
  campaigns: { column: 'campaign' },
  devices: { column: 'device', isWhole: true },
  browsers: { column: 'browser', isWhole: true },
  systems: { column: 'system', isWhole: true },
}

/** The overview of a period. Chooses the visits once, then counts them in several ways. */
export async function findOverview(snapshot: Snapshot, input: OverviewInput): Promise<OverviewView> {
  await snapshot.rows(sql`create temp table chosen as ${await visitsIn(snapshot, input)}`)
  await snapshot.passed(1 / 4)
  const { compared: other, ...own } = input
  const totals = await totalsIn(snapshot, own)
  const compared = other && (await totalsIn(snapshot, other))
  await snapshot.passed(2 / 4)
  return {
    position: snapshot.position,
    totals,
    ...(compared && { compared }),
    unplaced: await unplacedIn(snapshot, own),
    ...(await timesIn(snapshot, own)),
    ...(await listsIn(snapshot, own, totals.visits)),
  }
}

/** The visits whose first event is in one of the periods, with all of their later events. */
async function visitsIn(snapshot: Snapshot, input: OverviewInput): Promise<Sql> {
  const { compared, registered, bots, ...own } = input
  const filters = await resolveFilters(snapshot, 'visit', input)
  const conditions = [
    sql`(${join(
      [own, ...(compared ? [compared] : [])].map(bounds => within(sql`first_ms`, bounds)),
      ' or ',
    )})`,
    bots ? null : sql`robot is null`,
    filters.length > 0 ? sql`id in (${visitsMeeting(snapshot, filters)})` : null,
    registered === undefined ? null : sql`registration = ${registered}`,
  ].filter(condition => condition !== null)
  return sql`select * exclude (hosts, referrers) from visits where ${join(conditions, ' and ')}`
}

type Sums = Omit<OverviewTotals, 'bounceRate' | 'medianSeconds' | 'conversion'> & { medianMs: number | null }

const recorded = (...types: string[]) => sql`count(*) filter (where type in (${join(types)}))::double`
/** By the types of their events. */
const goals = sql`${recorded('LeadSubmitted', 'QuestionnaireSubmitted')} as requests,
  ${recorded('AccountRegistered')} as registrations, ${recorded('PlanActivated')} as plans`

async function unplacedIn(snapshot: Snapshot, bounds: Period): Promise<OverviewView['unplaced']> {
  const [row] = await snapshot.rows<OverviewView['unplaced']>(sql`
    select ${goals} from events where ${within(sql`recorded_ms`, bounds)} and own_visit is null and tied_visit is null`)
  return present(row)
}

async function totalsIn(snapshot: Snapshot, bounds: Period): Promise<OverviewTotals> {
  const [row] = await snapshot.rows<Sums>(sql`
    from (
      select count(*)::double as visits, coalesce(sum(views), 0)::double as "pageViews",
        count(*) filter (where views > 0)::double as viewing,
        count(*) filter (where views = 1 and actions = 1)::double as bounced,
        median(last_ms - least_ms) filter (where events > 1)::double as "medianMs",
        count(*) filter (where registration)::double as converted
      from chosen where ${within(sql`first_ms`, bounds)}
    ), (
      select ${recorded('LeadSubmitted')} as leads, ${recorded('QuestionnaireSubmitted')} as questionnaires, ${goals}
      from events where ${within(sql`recorded_ms`, bounds)}
    )`)
  const { medianMs, ...counts } = present(row)
  return {
    ...counts,
    bounceRate: percentOf(counts.bounced, counts.viewing),
    medianSeconds: medianMs === null ? null : medianMs / 1_000,
    conversion: percentOf(counts.converted, counts.visits),
  }
}

/** Monday is 0. @param day `YYYY-MM-DD` */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** By day and by hour of the week in Rome. The calendar is used once per hour, not per visit. */
async function timesIn(snapshot: Snapshot, bounds: Period): Promise<Pick<OverviewView, 'perDay' | 'hours'>> {
  const started = await snapshot.rows<{ hour: number; visits: number; views: number }>(sql`
    select floor(first_ms / ${hourMs}::double) as hour, count(*)::double as visits, sum(views)::double as views
    from chosen where ${within(sql`first_ms`, bounds)} group by hour`)
  const perDay = new Map<string, OverviewView['perDay'][number]>()
  const last = romeDay(new Date(bounds.toMs - 1))
  for (let day = romeDay(new Date(bounds.fromMs)); day <= last; day = daysAfter(day, 1))
    perDay.set(day, { day, visits: 0, pageViews: 0 })
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  for (const { hour, visits, views } of started) {
    const at = new Date(hour * hourMs)
    const day = romeDay(at)
    const [its, week] = [perDay.get(day), hours[weekdayOf(day)]]
    const ofDay = romeHour(hour * hourMs)
    if (its) [its.visits, its.pageViews] = [its.visits + visits, its.pageViews + views]
    if (week) week[ofDay] = (week[ofDay] ?? 0) + visits
  }
  return { perDay: [...perDay.values()], hours }
}

type Lists = Pick<OverviewView, OverviewListName>

async function listsIn(
  snapshot: Snapshot,
  input: Omit<OverviewInput, 'compared'>,
  all: number,
): Promise<Lists> {
  const { goal = 'registration', order = 'visits' } = input
  const own = sql`select *, ${isReached[goal]} as reached from chosen where ${within(sql`first_ms`, input)}`
  const ordered =
    order === 'visits'
      ? sql`visits desc`
      : sql`visits >= ${fewVisits} desc, converted / visits desc, visits desc`
  /** From (value, reached, spent) for each visit of a line. */
  const most = (list: string, values: Sql) => sql`(
    select ${list} as list, value, count(*)::double as visits, count(*) filter (where reached)::double as converted,
      median(spent) as "medianMs"
    from (${values}) group by value order by ${ordered}, value nulls last limit ${maxValues})`
  const [reach] = await snapshot.rows<{ fromMs: number | null; lastMs: number | null }>(
    sql`select min(least_ms)::double as "fromMs", max(last_ms)::double as "lastMs" from (${own})`,
  )
  const { fromMs, lastMs } = { fromMs: reach?.fromMs ?? 0, lastMs: reach?.lastMs ?? -1 }
  const views = sql`select * from events where is_view and page is not null
    and ${within(sql`recorded_ms`, { fromMs, toMs: lastMs + 1 })}`
  const viewed = eventsByUnit({ by: 'visit', end: snapshot.lastSeq, bots: true, joined: [] }, views)
  // To the next view, or to the last event; a view that nothing follows took an unknown time.
  const pages = sql`
    select value, reached, sum(spent) as spent from (
      select unit, page as value, reached, nullif(greatest(0, coalesce(
        lead(recorded_ms) over (partition by unit order by seq), last_ms) - recorded_ms), 0) as spent
      from (${viewed}) join (select id as unit, reached, last_ms from (${own})) using (unit)
    ) group by unit, value, reached`
  const byColumn = Object.entries(lists).map(([list, { column, isWhole }]) => {
    const condition = isWhole ? empty : sql`where ${raw(column)} is not null`
    return most(
      list,
      sql`select ${raw(column)} as value, reached, null::double as spent from (${own}) ${condition}`,
    )
  })
  type Row = { value: string | null; visits: number; converted: number }
  type Listed = Row & { list: OverviewListName; medianMs: number | null }
  const rows = await snapshot.rows<Listed>(join([most('pages', pages), ...byColumn], ' union all '))
  const lineOf = ({ value, visits, converted }: Row) => {
    const [share, conversion] = [percentOf(visits, all), percentOf(converted, visits)]
    return { value, visits, converted, share, conversion }
  }
  const linesOf = (name: OverviewListName) => rows.filter(({ list }) => list === name)
  return {
    ...recordOf(keysOf(lists), name => linesOf(name).map(lineOf)),
    pages: linesOf('pages').map(row => ({
      ...lineOf(row),
      medianSeconds: row.medianMs === null ? null : row.medianMs / 1_000,
    })),
  }
}
