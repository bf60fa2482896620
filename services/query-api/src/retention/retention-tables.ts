import type { FunnelStep } from '@tba/events/condition.ts'
import type { Filtered } from '@tba/events/filters/filter.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import { romeIntervals } from '@tba/events/rome-day.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { meetsConditions } from '../analytics/conditions.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { countUnplaced, filteredScope, visitField } from '../analytics/filters.ts'
import { hourOf, numbersOfHours } from '../analytics/hours.ts'
import { inPasses } from '../analytics/unit-events.ts'
import {
  eventsByUnit,
  joinedPersonsIn,
  planEvents,
  planNamed,
  type UnitScope,
  visitValues,
} from '../analytics/units.ts'
import { within } from '../analytics/within.ts'

type Asked = Pick<
  RetentionDefinition,
  'by' | 'entry' | 'action' | 'unit' | 'mode' | 'breakdown' | 'planAt' | 'asOf'
>
export type Retention = Asked &
  Filtered & {
    /** `period`: the first entry of the period, whatever lies before it. */
    first: RetentionDefinition['first'] | 'period'
    fromMs: number
    toMs: number
  }

/** Its joins hold a row several times. */
const rowsHeld = 2

/**
 * The rows of a query for each part of the units, from these tables: `entered` (unit, cohort, seq) has the event by which a
 * unit entered the cohort of this interval; `acted` (unit, cohort, seq, low, high) says that it counts in the intervals from
 * `low` to `high` after it, each once. With a breakdown, `entered_by_value` and `acted_by_value` have a row for each value.
 * `joined`, of persons: those who entered and have several parts.
 */
export async function retentionRows<Row>(
  snapshot: Snapshot,
  retention: Retention,
  query: Sql,
): Promise<Row[]> {
  const { entry, action, breakdown } = retention
  const scope = await retentionScope(snapshot, retention)
  const hours = await hoursOf(snapshot, retention)
  const types = [entry.event, action.event, ...(breakdown === 'plan' ? planEvents : [])]
  const plan = sql`if(type in (${join(planEvents)}), ${planNamed}, null)`
  const events = sql`select * from (
      select seq, own_visit, tied_visit, account, person, recorded_ms, ${matches(entry)} as enters, ${matches(action)} as acts,
        ${breakdown === 'plan' ? plan : sql`null`} as plan
      from events where type in (${join(types)}) and seq <= ${scope.end}
    ) where enters or acts or plan is not null`
  const rows: Row[] = []
  await inPasses(snapshot, { scope, of: events }, rowsHeld, async scope => {
    const tables = tablesOf(snapshot, retention, { scope, events, hours })
    // Not spread: there may be a million.
    for (const row of await snapshot.rows<Row>(sql`with ${tables} ${query}`)) rows.push(row)
  })
  return rows
}

const matches = (step: FunnelStep) => sql`coalesce(type = ${step.event} and ${meetsConditions(step)}, false)`

type Given = { scope: UnitScope; events: Sql; hours: Sql }

function tablesOf(snapshot: Snapshot, retention: Retention, { scope, events, hours }: Given): Sql {
  const { first, mode } = retention
  const inPeriod = (time: Sql) => within(time, retention)
  const entries = {
    ever: sql`select unit, arg_min(number, seq) as cohort, min(seq) as seq from own where enters
      group by unit having ${inPeriod(sql`arg_min(recorded_ms, seq)`)}`,
    period: sql`select unit, arg_min(number, seq) as cohort, min(seq) as seq from own
      where enters and ${inPeriod(sql`recorded_ms`)} group by unit`,
    each: sql`select unit, number as cohort, min(seq) as seq from own
      where enters and ${inPeriod(sql`recorded_ms`)} group by unit, number`,
  }
  const low =
    mode === 'in'
      ? sql`after`
      : sql`coalesce(lag(after) over (partition by unit, cohort order by after) + 1, 0)`
  return sql`
    hours as (${hours}),
    own as (
      select u.*, number from (${eventsByUnit(scope, events)}) u join hours on hour = ${hourOf(sql`recorded_ms`)}
    ),
    entered as (${entries[first]}),
    -- The last action of each interval. If the clock stepped back, a later action lies in an earlier one.
    actions as (select unit, number, max(seq) as seq from own where acts group by unit, number),
    returns as (
      select a.unit, e.cohort, e.seq, greatest(0, a.number - e.cohort) as after, max(a.seq) as act
      from actions a join entered e on a.unit = e.unit and a.seq >= e.seq group by all
    ),
    acted as (select unit, cohort, seq, act, ${low} as low, after as high from returns),
    joined as (select * from (${joinedPersonsIn(scope)}) where unit in (select unit from entered))
    ${byValue(snapshot, retention, scope)}`
}

function byValue(snapshot: Snapshot, { breakdown, planAt }: Retention, scope: UnitScope): Sql {
  if (breakdown === undefined) return empty
  const planned = (table: string, at: string) => sql`
    select t.*, p.plan as value from ${raw(table)} t
    asof left join (select unit, seq, plan from own where plan is not null) p on t.unit = p.unit and t.${raw(at)} >= p.seq`
  const valued = (table: string, at: string) =>
    breakdown === 'plan'
      ? planned(table, at)
      : sql`select * from ${raw(table)}
          left join (${visitValues(scope, visitField(snapshot, breakdown, scope.end))}) using (unit)`
  return sql`,
    entered_by_value as (${valued('entered', 'seq')}),
    acted_by_value as (${valued('acted', planAt === 'return' ? 'act' : 'seq')})`
}

export const retentionScope = async (snapshot: Snapshot, { by, asOf, ...asked }: Retention) =>
  filteredScope(snapshot, { by, end: await snapshot.seqAsOf(asOf), bots: false }, asked)

/** How many more units would have entered, but have no visit, if a filter is about visits. */
export async function unplacedIn(snapshot: Snapshot, retention: Retention) {
  const scope = await retentionScope(snapshot, retention)
  const entries = sql`select seq, own_visit, tied_visit, account, person from events
    where ${matches(retention.entry)} and ${within(sql`recorded_ms`, retention)} and seq <= ${scope.end}`
  const unplaced = await countUnplaced(snapshot, scope, retention, entries)
  return unplaced === null ? {} : { unplaced }
}

/** (hour, number): the interval in Rome of each hour with recorded events. */
async function hoursOf(snapshot: Snapshot, { unit }: Pick<Retention, 'unit'>): Promise<Sql> {
  const [row] = await snapshot.rows<{ first: number | null; last: number | null }>(
    sql`select min(recorded_ms)::double as first, max(recorded_ms)::double as last from events`,
  )
  const { of, startOf } = romeIntervals(unit)
  const lastMs = row?.last ?? 0
  const first = of(row?.first ?? 0)
  const starts = Array.from({ length: of(lastMs) - first + 1 }, (_, at) => startOf(first + at))
  return sql`select hour, (n + ${first})::integer as number from (${numbersOfHours(starts, lastMs)})`
}
