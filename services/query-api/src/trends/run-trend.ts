import { percentOf } from '@tba/events/percent.ts'
import { present } from '@tba/events/present.ts'
import type { Counted, TrendResult, TrendSeries } from '@tba/events/trends/views.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { inPasses } from '../analytics/unit-events.ts'
import type { UnitScope } from '../analytics/units.ts'
import {
  entriesOf,
  eventsOf,
  hasNoVisit,
  resolveTrend,
  type Trend,
  type TrendInput,
  trendOver,
} from './trend-events.ts'

/** The least count of a ratio's second series. */
const leastWhole = 20
/** The groups of a breakdown. */
const maxGroups = 10

/** Counts up to four series over time. */
export async function runTrend(snapshot: Snapshot, input: TrendInput): Promise<TrendResult> {
  const trend = await resolveTrend(snapshot, input)
  const { from, to, asOf, compareTo } = trend.definition
  const series = await seriesOf(snapshot, trend)
  const other = compareTo && (await seriesOf(snapshot, trendOver(compareTo, trend)))
  return {
    position: snapshot.positionAsOf(asOf),
    from,
    to,
    series,
    ...(other && { compared: { from: compareTo.from, to: compareTo.to, series: other } }),
  }
}

async function seriesOf(snapshot: Snapshot, trend: Trend): Promise<TrendSeries[]> {
  const { series, ratio } = trend.definition
  const all: Sql[] = []
  for (const one of series) all.push(await eventsOf(snapshot, trend, one))
  const whole = present(all.at(-1))
  const values = ratio ? await topValues(snapshot, trend, whole) : null
  const counted: TrendSeries[] = []
  for (const events of all) counted.push(await countOf(snapshot, trend, events, values))
  return ratio ? [ratioOf(...(counted as [TrendSeries, TrendSeries]))] : counted
}

type Values = { top: (string | null)[]; values: number }

/** The values of the breakdown with most units. */
async function topValues(snapshot: Snapshot, trend: Trend, events: Sql): Promise<Values | null> {
  if (!trend.definition.breakdown) return null
  const rows = await snapshot.rows<{ value: string | null; values: number }>(sql`
    select value, count(*) over ()::double as values from (${entriesOf(snapshot, trend, events, sql`value`)})
    group by value order by ${unitsIn(trend)} desc, value nulls last limit ${maxGroups}`)
  return { top: rows.map(({ value }) => value), values: rows[0]?.values ?? 0 }
}

/** How many units rows of entries hold. */
const unitsIn = ({ definition: { count, cumulative } }: Trend) =>
  count === 'events' || cumulative ? sql`count(*)` : sql`count(distinct unit)`

/** @param shared the values of the breakdown; null: its own */
async function countOf(
  snapshot: Snapshot,
  trend: Trend,
  events: Sql,
  shared: Values | null,
): Promise<TrendSeries> {
  const { count, filters, breakdown } = trend.definition
  const [all] = await countsOf(snapshot, trend, events, null)
  const found = shared ?? (await topValues(snapshot, trend, events))
  const groups = found && (await countsOf(snapshot, trend, events, found.top))
  const isPlaced = count === 'visits' || (count === 'events' && (filters?.length || breakdown))
  return {
    ...(all as Counted),
    ...(found && { groups: found.top.map((value, at) => ({ value, ...present(groups?.[at]) })) }),
    ...(found &&
      found.values > found.top.length && {
        others: { values: found.values - found.top.length, ...(groups?.at(-1) as Counted) },
      }),
    ...(isPlaced && { unplaced: await unplacedAmong(snapshot, events) }),
  }
}

/** Of a unit: the joins that find it hold its rows. */
const rowsHeld = 2

/** The units of each of these values, and of all others; null: all units. */
async function countsOf(
  snapshot: Snapshot,
  trend: Trend,
  events: Sql,
  values: readonly (string | null)[] | null,
): Promise<Counted[]> {
  const { intervals, nowMs, definition } = trend
  const totals = new Array<number>((values?.length ?? 0) + 1).fill(0)
  const counts = totals.map(() => new Array<number>(intervals.length).fill(0))
  async function inScope(scope: UnitScope) {
    const entries = entriesOf(snapshot, { ...trend, scope }, events, values && groupAmong(values))
    const rows = await snapshot.rows<{ group: number; n: number | null; count: number }>(sql`
      with entries as (${entries})
      select coalesce(value, 0)::double as "group", n::double as n, count(*)::double as count from entries group by all
      union all select coalesce(value, 0)::double, null, ${unitsIn(trend)}::double from entries group by all`)
    for (const { group, n, count } of rows)
      if (n === null) totals[group] = (totals[group] ?? 0) + count
      else present(counts[group])[n] = (counts[group]?.[n] ?? 0) + count
  }
  // Events are counted as they are read.
  if (definition.count === 'events') await inScope(trend.scope)
  else await inPasses(snapshot, { scope: trend.scope, of: events }, rowsHeld, inScope)
  return counts.map((its, group) => {
    let sum = 0
    const points = intervals.map(([startMs, endMs], at) => {
      const count = its[at] ?? 0
      sum += count
      const value = definition.cumulative ? sum : count
      return { start: new Date(startMs).toISOString(), value, open: endMs > nowMs }
    })
    return { total: totals[group] ?? 0, points }
  })
}

/** The place of a value in a list, or after its end. */
function groupAmong(values: readonly (string | null)[]): Sql {
  const cases = values.map((value, at) =>
    value === null ? sql`when value is null then ${at}` : sql`when value = ${value} then ${at}`,
  )
  return values.length === 0 ? sql`0` : sql`case ${join(cases, ' ')} else ${values.length} end`
}

async function unplacedAmong(snapshot: Snapshot, events: Sql): Promise<number> {
  const [row] = await snapshot.rows<{ count: number }>(
    sql`select count(*)::double as count from (${events}) where ${hasNoVisit}`,
  )
  return row?.count ?? 0
}

function ratioOf(part: TrendSeries, whole: TrendSeries): TrendSeries {
  const ratio = (of: number | null | undefined, all: number | null | undefined) =>
    typeof of !== 'number' || typeof all !== 'number' || all < leastWhole ? null : percentOf(of, all)
  const over = (its: Counted, all: Counted | undefined) => ({
    total: ratio(its.total, all?.total),
    points: its.points.map((point, at) => ({ ...point, value: ratio(point.value, all?.points[at]?.value) })),
  })
  return {
    ...over(part, whole),
    ...(part.groups && {
      groups: part.groups.map(({ value, ...its }, at) => ({ value, ...over(its, whole.groups?.[at]) })),
    }),
    ...(part.others && { others: { values: part.others.values, ...over(part.others, whole.others) } }),
  }
}
