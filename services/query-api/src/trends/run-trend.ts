import { percentOf } from '@tba/events/percent.ts'
import type { TrendResult, TrendSeries } from '@tba/events/trends/views.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { inPasses } from '../analytics/unit-events.ts'
import type { UnitScope } from '../analytics/units.ts'
import {
  entriesOf,
  eventsOf,
  resolveTrend,
  type Trend,
  type TrendInput,
  trendOver,
  unplacedIn,
} from './trend-events.ts'

/** The least count of a ratio's second series. */
const leastWhole = 20

/** Counts up to four series over time. */
export async function runTrend(snapshot: Snapshot, input: TrendInput): Promise<TrendResult> {
  const trend = await resolveTrend(snapshot, input)
  const { from, to, asOf, compareTo } = trend.definition
  const compared = compareTo && {
    ...compareTo,
    series: await seriesOf(snapshot, trendOver(compareTo, trend)),
  }
  return {
    position: snapshot.positionAsOf(asOf),
    ...{ from, to, series: await seriesOf(snapshot, trend) },
    ...(compared && { compared }),
  }
}

async function seriesOf(snapshot: Snapshot, trend: Trend): Promise<TrendSeries[]> {
  const counted: Counted[] = []
  for (const series of trend.definition.series)
    counted.push(await countOf(snapshot, trend, await eventsOf(snapshot, trend, series)))
  return trend.definition.ratio ? [ratioOf(...(counted as [Counted, Counted]))] : counted
}

type Counted = Omit<TrendSeries, 'total'> & { total: number }

/** Of a unit: the joins that find it hold its rows. */
const rowsHeld = 2

async function countOf(snapshot: Snapshot, trend: Trend, events: Sql): Promise<Counted> {
  const { count, cumulative } = trend.definition
  const counts = new Array<number>(trend.intervals.length).fill(0)
  let total = 0
  const inScope = async (scope: UnitScope) => {
    const entries = entriesOf({ ...trend, scope }, events)
    const rows = await snapshot.rows<{ n: number | null; count: number }>(sql`
      with entries as (${entries})
      select n, count(*)::double as count from entries group by n
      union all select null, ${count === 'events' ? sql`count(*)` : sql`count(distinct unit)`}::double from entries`)
    for (const { n, count } of rows)
      if (n === null) total += count
      else counts[n] = (counts[n] ?? 0) + count
  }
  // Events are counted as they are read.
  if (count === 'events') await inScope(trend.scope)
  else await inPasses(snapshot, { scope: trend.scope, of: events }, rowsHeld, inScope)
  if (cumulative) for (const at of counts.keys()) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0)
  const points = trend.intervals.map(([startMs, endMs], at) => ({
    start: new Date(startMs).toISOString(),
    value: counts[at] ?? 0,
    open: endMs > trend.nowMs,
  }))
  return { total, points, ...(count === 'visits' && { unplaced: await unplacedAmong(snapshot, events) }) }
}

async function unplacedAmong(snapshot: Snapshot, events: Sql): Promise<number> {
  const [row] = await snapshot.rows<{ count: number }>(
    sql`select count(*)::double as count from (${unplacedIn(events)})`,
  )
  return row?.count ?? 0
}

function ratioOf(part: Counted, whole: Counted): TrendSeries {
  const ratio = (of: number | null, all: number | null) =>
    of === null || all === null || all < leastWhole ? null : percentOf(of, all)
  const points = part.points.map((point, at) => ({
    ...point,
    value: ratio(point.value, whole.points[at]?.value ?? null),
  }))
  return { total: ratio(part.total, whole.total), points }
}
