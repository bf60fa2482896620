import { percentOf } from '@tba/events/percent.ts'
import type { Counted, TrendResult, TrendSeries } from '@tba/events/trends/views.ts'
import sql, { type Sql } from 'sql-template-tag'
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
  unitsOf,
  valuedOf,
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
  const all: TrendSeries[] = []
  let top: Top | null = null
  // A ratio has the groups of its second series, the whole.
  for (const one of ratio ? series.toReversed() : series) {
    const events = await eventsOf(snapshot, trend, one)
    const counted = await countOf(snapshot, trend, events, ratio ? top : null)
    top = counted.top
    all.push(counted.series)
  }
  const [whole, part] = all
  return ratio && whole && part ? [ratioOf(part, whole)] : all
}

/** The values of the breakdown with most units, and how many values there are. */
type Top = { values: (string | null)[]; of: number }

/** Of a group, or of all units (null), in an interval or (null) in the period. A group says its value. */
type Row = { group: number | null; n: number | null; count: number; value: string | null; of: number | null }

/** @param shared the groups of the breakdown; null: its own */
async function countOf(snapshot: Snapshot, trend: Trend, events: Sql, shared: Top | null) {
  const { count, filters, breakdown } = trend.definition
  let top = shared
  const totals = new Map<number | null, number>()
  const counts = new Map<number | null, number[]>()
  async function inScope(scope: UnitScope) {
    // Each pass has a part of the units only.
    if (breakdown && scope.pass) top ??= topOf(await snapshot.rows<Row>(topQuery(snapshot, trend, events)))
    const rows = await snapshot.rows<Row>(countQuery(snapshot, { ...trend, scope }, events, top))
    if (breakdown) top ??= topOf(rows)
    for (const { group, n, count } of rows)
      if (n === null) totals.set(group, (totals.get(group) ?? 0) + count)
      else {
        const its = counts.get(group) ?? []
        counts.set(group, its)
        its[n] = (its[n] ?? 0) + count
      }
  }
  // Events are counted as they are read.
  if (count === 'events') await inScope(trend.scope)
  else await inPasses(snapshot, { scope: trend.scope, of: events }, rowsHeld, inScope)
  const counted = (group: number | null): Counted => ({
    total: totals.get(group) ?? 0,
    points: pointsOf(trend, counts.get(group) ?? []),
  })
  const isPlaced = count === 'visits' || (count === 'events' && (filters?.length || breakdown))
  const series: TrendSeries = {
    ...counted(null),
    ...(top && { groups: top.values.map((value, at) => ({ value, ...counted(at) })) }),
    ...(top &&
      top.of > top.values.length && {
        others: { values: top.of - top.values.length, ...counted(maxGroups) },
      }),
    ...(isPlaced && { unplaced: await unplacedAmong(snapshot, events) }),
  }
  return { series, top }
}

/** Of a unit: the joins that find it hold its rows. */
const rowsHeld = 2

/** How many units rows of entries hold. */
const unitsIn = ({ definition: { count, cumulative } }: Trend) =>
  count === 'events' || cumulative ? sql`count(*)::double` : sql`count(distinct unit)::double`

/** From (unit, value): the values with most units, with their place `at`, and how many values there are. */
const topAmong = (trend: Trend, valued: Sql) => sql`
  select value, row_number() over (order by units desc, value nulls last) - 1 as place, count(*) over () as of
  from (select value, ${unitsIn(trend)} as units from ${valued} group by value) qualify place < ${maxGroups}`

const topQuery = (snapshot: Snapshot, trend: Trend, events: Sql) => sql`
  select place::double as "group", null as n, value, of::double as of
  from (${topAmong(trend, sql`(${valuedOf(snapshot, trend, unitsOf(snapshot, trend, events))})`)})`

function topOf(rows: readonly Row[]): Top {
  const groups = rows.filter(({ group, n, of }) => group !== null && n === null && of !== null)
  const values = groups
    .toSorted((one, other) => Number(one.group) - Number(other.group))
    .map(({ value }) => value)
  return { values, of: groups[0]?.of ?? 0 }
}

/** @param top null: the groups are those of the scope */
function countQuery(snapshot: Snapshot, trend: Trend, events: Sql, top: Top | null): Sql {
  const units = sql`units as materialized (${unitsOf(snapshot, trend, events)}),
    entries as (${entriesOf(trend, sql`select * from units`, events)})`
  const counts = (group: Sql, more: Sql, rows: Sql) => sql`
    select ${group} as "group", n::double as n, count(*)::double as count, null as value, null as of from ${rows} group by "group", n
    union all
    select ${group} as "group", null, ${unitsIn(trend)}, ${more} from ${rows} group by "group"`
  const all = counts(sql`null::double`, sql`null, null`, sql`entries`)
  if (!trend.definition.breakdown) return sql`with ${units} ${all}`
  const named = top
    ? sql`select unnest(from_json(${JSON.stringify(top.values)}::json, '["VARCHAR"]')) as value,
        unnest(range(${top.values.length})) as place, null as of`
    : topAmong(trend, sql`valued`)
  return sql`
    with ${units},
    valued as materialized (${valuedOf(snapshot, trend, sql`select * from units`)}),
    top as materialized (${named}),
    grouped as materialized (
      select distinct unit, n, coalesce(place, ${maxGroups})::double as place, if(place is null, null, top.value) as value, of
      from valued left join top on top.value is not distinct from valued.value
    )
    ${all} union all ${counts(sql`place`, sql`any_value(value), any_value(of)::double`, sql`grouped`)}`
}

function pointsOf({ intervals, nowMs, definition }: Trend, counts: readonly number[]): Counted['points'] {
  let sum = 0
  return intervals.map(([startMs, endMs], at) => {
    const count = counts[at] ?? 0
    sum += count
    const value = definition.cumulative ? sum : count
    return { start: new Date(startMs).toISOString(), value, open: endMs > nowMs }
  })
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
