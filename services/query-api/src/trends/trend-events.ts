import { resolvePeriods } from '@tba/events/asked-period.ts'
import type { FunnelStep } from '@tba/events/condition.ts'
import type { Period } from '@tba/events/period.ts'
import { maxPoints } from '@tba/events/rome-day.ts'
import type { DatedTrend, TrendDefinition } from '@tba/events/trends/definition.ts'
import { intervalsIn } from '@tba/events/trends/intervals.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import { QueryRefused } from '../analytics/copy/failures.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { meetsFilters, resolveFilters, visitField } from '../analytics/filters.ts'
import { seqRange } from '../analytics/unit-events.ts'
import { eventsByUnit, planValues, robots, scopeAt, type UnitScope, visitValues } from '../analytics/units.ts'
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

/**
 * Of these events what a point counts: (unit, value, n, seq). An event is its own unit. With `cumulative` a unit has one row.
 * @param value of the breakdown, from the column `value`; null: not broken down
 */
export function entriesOf(
  snapshot: Snapshot,
  { definition, scope }: Trend,
  events: Sql,
  value: Sql | null,
): Sql {
  const { count, cumulative, filters = [], breakdown } = definition
  const [counted, hasFilters] = [count === 'events' ? sql`seq` : sql`unit`, filters.length > 0]
  if (count === 'events' && !hasFilters && !value)
    return sql`select seq as unit, null as value, n, seq from (${events}) where ${isOfPeople(scope)}`
  const units = sql`
    select * from (${eventsByUnit(scope, events)})
    where ${hasFilters ? meetsFilters(snapshot, scope, filters) : sql`true`}`
  const values =
    breakdown === 'plan'
      ? planValues(scope)
      : breakdown && visitValues(scope, visitField(snapshot, breakdown, scope.end))
  const valued =
    value && values
      ? sql`select u.*, ${value} as value from (${units}) u left join (${values}) using (unit)`
      : sql`select *, null as value from (${units})`
  const first = cumulative ? sql`min(n) as n, arg_min(seq, (n, seq)) as seq` : sql`n, min(seq) as seq`
  return sql`
    select ${counted} as unit, value, ${first} from (${valued}) group by ${counted}, value${cumulative ? empty : sql`, n`}`
}

/** No visit carries the event. */
export const hasNoVisit = sql`own_visit is null and tied_visit is null`

/** It has no visit, or one that is not a robot's. */
function isOfPeople({ end, bots }: UnitScope): Sql {
  if (bots) return sql`true`
  const counts = (visit: Sql) => sql`(${visit} is not null and ${visit} not in (${robots(end)}))`
  return sql`(${hasNoVisit} or ${counts(sql`own_visit`)} or ${counts(sql`tied_visit`)})`
}
