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
import { meetsFilters, resolveFilters, visitField } from '../analytics/filters.ts'
import { hourOf, numbersOfHours } from '../analytics/hours.ts'
import { seqRange } from '../analytics/unit-events.ts'
import { eventsByUnit, planValues, robots, scopeAt, type UnitScope, visitValues } from '../analytics/units.ts'
import { within } from '../analytics/within.ts'
import { timeOfSeq } from '../funnels/read-units.ts'

export type TrendInput = {
  definition: TrendDefinition
  /** The present, in ms since 1970. */
  nowMs: number
  /** Of later pages: the position of the first one. */
  upTo?: string | undefined
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
  const asked = resolvePeriods(input.definition, input.nowMs)
  const { count, bots = false, asOf } = asked
  const by = count === 'persons' ? 'person' : 'visit'
  const definition = { ...asked, filters: await resolveFilters(snapshot, by, asked) }
  const end = await snapshot.seqAsOf(input.upTo ?? asOf)
  const nowMs = asOf === undefined ? input.nowMs : await timeOfSeq(snapshot, end)
  const scope = await scopeAt(snapshot, { by, end, bots })
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

/** The events of a series, each with `n`, the number of its interval. */
export async function eventsOf(
  snapshot: Snapshot,
  { intervals, scope: { end } }: Trend,
  series: FunnelStep,
): Promise<Sql> {
  const [fromMs, toMs] = [intervals[0]?.[0] ?? 0, intervals.at(-1)?.[1] ?? 0]
  const { first, last } = await seqRange(snapshot, { fromMs, toMs, end })
  const starts = intervals.map(([startMs]) => startMs)
  return sql`
    select e.* exclude (hour), n from (
      select seq, own_visit, tied_visit, account, person, ${hourOf(sql`recorded_ms`)} as hour from events
      where seq between ${first} and ${last} and ${within(sql`recorded_ms`, { fromMs, toMs })}
        and ${matchesStep(series)}
    ) e join (${numbersOfHours(starts, toMs)}) using (hour)`
}

/** Of these events the units that count, once an interval: (unit, n, seq). An event counts once for each of its units. */
export function unitsOf(snapshot: Snapshot, trend: Trend, events: Sql): Sql {
  const { scope, definition } = trend
  const { count, filters = [] } = definition
  const assigned = eventsByUnit(scope, events)
  // Filters and values are looked up after this: a unit has fewer intervals than events.
  const units = count === 'events' ? assigned : onceIn(trend, sql`unit`, assigned)
  return filters.length === 0
    ? units
    : sql`select * from (${units}) where ${meetsFilters(snapshot, scope, filters)}`
}

/** What a point counts: (unit, n, seq). An event is its own unit. With `cumulative` a unit has one row. */
export function entriesOf(trend: Trend, units: Sql, events: Sql): Sql {
  const { count, filters = [] } = trend.definition
  if (count !== 'events') return units
  return filters.length === 0
    ? sql`select seq as unit, n, seq from (${events}) where ${isOfPeople(trend.scope)}`
    : onceIn(trend, sql`unit`, sql`select * replace (seq as unit) from (${units})`)
}

/** The same for each value of the breakdown that a unit has: (unit, value, n, seq). */
export function valuedOf(snapshot: Snapshot, trend: Trend, units: Sql): Sql {
  const { scope, definition } = trend
  const { count, breakdown } = definition
  if (!breakdown) return sql`select *, null as value from (${units})`
  const values =
    breakdown === 'plan' ? planValues(scope) : visitValues(scope, visitField(snapshot, breakdown, scope.end))
  const valued = sql`select u.*, value from (${units}) u left join (${values}) using (unit)`
  return count === 'events'
    ? onceIn(trend, sql`unit, value`, sql`select * replace (seq as unit) from (${valued})`)
    : valued
}

const onceIn = ({ definition: { cumulative } }: Trend, key: Sql, rows: Sql): Sql =>
  cumulative
    ? sql`select ${key}, min(n) as n, arg_min(seq, (n, seq)) as seq from (${rows}) group by ${key}`
    : sql`select ${key}, n, min(seq) as seq from (${rows}) group by ${key}, n`

/** No visit carries the event. */
export const hasNoVisit = sql`own_visit is null and tied_visit is null`

/** It has no visit, or one that is not a robot's. */
function isOfPeople({ end, bots }: UnitScope): Sql {
  if (bots) return sql`true`
  const counts = (visit: Sql) => sql`(${visit} is not null and ${visit} not in (${robots(end)}))`
  return sql`(${hasNoVisit} or ${counts(sql`own_visit`)} or ${counts(sql`tied_visit`)})`
}
