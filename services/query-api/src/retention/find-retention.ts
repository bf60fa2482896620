import { percentOf } from '@tba/events/percent.ts'
import { mondayOf, romeWeeks, startOfWeek } from '@tba/events/rome-day.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { inPasses } from '../analytics/unit-events.ts'
import { type FoundUnit, type Page, pageOfUnits } from '../analytics/unit-page.ts'
import { eventsByUnit, scopeAt, type UnitScope } from '../analytics/units.ts'
import { timeOfSeq } from '../funnels/read-units.ts'

type RetentionFilter = {
  by?: UnitScope['by'] | undefined
  cohort: string
  action: string
  fromMs: number
  toMs: number
  asOf?: string | undefined
}
type Cell = {
  /** The week of the cohort, as a number. */
  week: number
  /** How many weeks later; null: the whole cohort. */
  weeksLater: number | null
}

export async function findRetention(snapshot: Snapshot, input: RetentionFilter & { nowMs: number }) {
  type Counted = { week: number; after: number | null; count: number }
  const cells = await cohortRows<Counted>(
    snapshot,
    input,
    sql`
    select week, null as after, count(*)::double as count from entered group by week
    union all
    select week, after, count(distinct unit)::double from acted group by week, after`,
  )
  // Weeks after that position do not exist.
  const atMs =
    input.asOf === undefined ? input.nowMs : await timeOfSeq(snapshot, await snapshot.seqAsOf(input.asOf))
  const running = romeWeeks()(atMs)
  const cohorts = Map.groupBy(
    cells.toSorted((one, other) => one.week - other.week),
    ({ week }) => week,
  )
  const rows = [...cohorts].map(([week, its]) => {
    const countAt = (after: number | null) =>
      its.reduce((sum, cell) => (cell.after === after ? sum + cell.count : sum), 0)
    const size = countAt(null)
    // One cell for each week that has started. After the clock stepped back, a cohort can be later than the running week.
    const weeks = Array.from({ length: Math.max(running - week, 0) + 1 }, (_, after) => {
      const count = countAt(after)
      return { week: after, count, share: percentOf(count, size), running: week + after >= running }
    })
    return { cohort: mondayOf(week), size, weeks }
  })
  return { position: snapshot.positionAsOf(input.asOf), rows }
}

/** The customers of a cell, the newest entry first. */
export async function findRetentionCustomers(
  snapshot: Snapshot,
  { week, weeksLater, after, limit, ...input }: RetentionFilter & Cell & Page,
) {
  const counted =
    weeksLater === null
      ? sql`select unit, seq from entered where week = ${week}`
      : sql`select distinct unit, entered_seq as seq from acted where week = ${week} and after = ${weeksLater}`
  const units = await cohortRows<FoundUnit>(
    snapshot,
    input,
    sql`select seq, hash(unit) as hash from (${counted})`,
  )
  const scope = await scopeOf(snapshot, input)
  return pageOfUnits(snapshot, { scope, asOf: input.asOf, units }, { after, limit })
}

/** Its joins hold a row several times. */
const rowsHeld = 2

/**
 * The rows of a query for each part of the customers, from these tables: `entered` (unit, seq, week) has the event by which
 * a customer entered a cohort. `acted` (unit, entered_seq, week, after) has their actions, and how many weeks after the
 * entry; a customer can have several.
 */
async function cohortRows<Row>(
  snapshot: Snapshot,
  { cohort, action, fromMs, toMs, ...input }: RetentionFilter,
  query: Sql,
): Promise<Row[]> {
  const scope = await scopeOf(snapshot, input)
  const weeks = await weeksOf(snapshot)
  const rows: Row[] = []
  const events = sql`select seq, own_visit, tied_visit, account, person, recorded_ms, type from events
    where type in (${cohort}, ${action}) and seq <= ${scope.end}`
  const tables = (scope: UnitScope) => sql`
    with weeks as (${weeks}),
    customers as (
      select u.unit, u.seq, u.recorded_ms, u.type, w.week
      from (${eventsByUnit(scope, events)}) u
      asof join weeks w on u.recorded_ms >= w.starts_ms
    ),
    entered as (
      select unit, min(seq) as seq, arg_min(week, seq) as week from customers
      where type = ${cohort} and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double group by unit
    ),
    acted as (
      -- If the clock stepped back, a later action lies in an earlier week.
      select unit, e.seq as entered_seq, e.week, greatest(0, c.week - e.week) as after
      from customers c join entered e using (unit) where c.type = ${action} and c.seq >= e.seq
    )`
  await inPasses(snapshot, { scope, of: events }, rowsHeld, async scope => {
    // Not spread: there may be a million.
    for (const row of await snapshot.rows<Row>(sql`${tables(scope)} ${query}`)) rows.push(row)
  })
  return rows
}

const scopeOf = async (snapshot: Snapshot, { by = 'customer', asOf }: Pick<RetentionFilter, 'by' | 'asOf'>) =>
  scopeAt(snapshot, { by, end: await snapshot.seqAsOf(asOf), bots: false })

/** The weeks in Rome with recorded events. SQL would use the calendar for each event. */
async function weeksOf(snapshot: Snapshot): Promise<Sql> {
  const [row] = await snapshot.rows<{ first: number | null; last: number | null }>(
    sql`select min(recorded_ms)::double as first, max(recorded_ms)::double as last from events`,
  )
  const [first, last] = [row?.first ?? 0, row?.last ?? 0].map(romeWeeks()) as [number, number]
  const weeks = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const listed = (numbers: number[]) => sql`unnest(from_json(${JSON.stringify(numbers)}::json, '["DOUBLE"]'))`
  return sql`select ${listed(weeks)}::integer as week, ${listed(weeks.map(startOfWeek))} as starts_ms`
}
