import { resolvePeriods } from '@tba/events/asked-period.ts'
import type { FunnelStep } from '@tba/events/condition.ts'
import type { Period } from '@tba/events/period.ts'
import { maxPoints } from '@tba/events/rome-day.ts'
import type { DatedTrend, TrendDefinition } from '@tba/events/trends/definition.ts'
import { intervalsIn } from '@tba/events/trends/intervals.ts'
import sql, { type Sql } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import { QueryRefused } from '../analytics/copy/failures.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { seqRange } from '../analytics/unit-events.ts'
import { eventsByUnit, robots, scopeAt, type UnitScope } from '../analytics/units.ts'
import { timeOfSeq } from '../funnels/read-units.ts'

export type TrendInput = {
  definition: TrendDefinition
  /** The present, in ms since 1970. */
  nowMs: number
}

/** A trend over one period. */
export type Trend = {
  definition: DatedTrend
  /** Of a count of events: by visit, of which the robots' are left out. */
  scope: UnitScope
  nowMs: number
  /** Up to the present. */
  intervals: [start: number, end: number][]
}

export async function resolveTrend(snapshot: Snapshot, input: TrendInput): Promise<Trend> {
  const definition = resolvePeriods(input.definition, input.nowMs)
  const { count, bots = false, asOf } = definition
  const end = await snapshot.seqAsOf(asOf)
  const nowMs = asOf === undefined ? input.nowMs : await timeOfSeq(snapshot, end)
  const scope = await scopeAt(snapshot, { by: count === 'persons' ? 'person' : 'visit', end, bots })
  return trendOver(definition, { definition, scope, nowMs })
}

/** The same trend over another period. */
export function trendOver({ from, to }: Period, trend: Omit<Trend, 'intervals'>): Trend {
  const { definition, nowMs } = trend
  const all = intervalsIn(definition.interval, { fromMs: Date.parse(from), toMs: Date.parse(to) })
  if (all.length > maxPoints)
    throw new QueryRefused(
      'invalid',
      'L’andamento ha più di 3.660 punti. Scegli un intervallo più lungo, o un periodo più breve.',
    )
  const intervals = all.filter(([startMs]) => startMs <= nowMs)
  return { ...trend, definition: { ...definition, from, to }, intervals }
}

const hourMs = 3_600_000

/** The events of a series, each with `n`, the number of its interval. The calendar is used once per interval, not per event. */
export async function eventsOf(
  snapshot: Snapshot,
  { intervals, scope: { end } }: Trend,
  series: FunnelStep,
): Promise<Sql> {
  const [fromMs, toMs] = [intervals[0]?.[0] ?? 0, intervals.at(-1)?.[1] ?? 0]
  const { first, last } = await seqRange(snapshot, { fromMs, toMs, end })
  const events = sql`select seq, own_visit, tied_visit, account, person, recorded_ms // ${hourMs} as hour from events
    where seq between ${first} and ${last} and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double
      and ${matchesStep(series)}`
  // Only the first interval can start within an hour.
  const starts = JSON.stringify(intervals.map(([startMs]) => Math.floor(startMs / hourMs)))
  return sql`
    select e.* exclude (hour), n from (${events}) e join (
      select hour, n from (select distinct hour from (${events}))
      asof join (select unnest(range(${intervals.length})) as n, unnest(from_json(${starts}::json, '["BIGINT"]')) as first_hour)
      on hour >= first_hour
    ) using (hour)`
}

/** Of these events (unit, n, seq): what a point counts. An event is its own unit. With `cumulative` a unit has one row. */
export function entriesOf({ definition, scope }: Trend, events: Sql): Sql {
  const { count, cumulative } = definition
  if (count === 'events') return sql`select seq as unit, n, seq from (${events}) where ${isOfPeople(scope)}`
  const units = eventsByUnit(scope, events)
  return cumulative
    ? sql`select unit, min(n) as n, arg_min(seq, (n, seq)) as seq from (${units}) group by unit`
    : sql`select unit, n, min(seq) as seq from (${units}) group by unit, n`
}

const hasNoVisit = sql`own_visit is null and tied_visit is null`
/** Events that no visit carries. */
export const unplacedIn = (events: Sql): Sql => sql`select * from (${events}) where ${hasNoVisit}`

/** It has no visit, or one that is not a robot's. */
function isOfPeople({ end, bots }: UnitScope): Sql {
  if (bots) return sql`true`
  const counts = (visit: Sql) => sql`(${visit} is not null and ${visit} not in (${robots(end)}))`
  return sql`(${hasNoVisit} or ${counts(sql`own_visit`)} or ${counts(sql`tied_visit`)})`
}
