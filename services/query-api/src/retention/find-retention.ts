import { percentOf } from '@tba/events/funnels/count.ts'
import type { RetentionView } from '@tba/events/retention/views.ts'
import { mondayOf, romeWeeks, startOfWeek } from '@tba/events/rome-week.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { toldUnits } from '../analytics/told-units.ts'
import { eventsByUnit } from '../analytics/units.ts'

type Counted = {
  cohort: string
  action: string
  fromMs: number
  toMs: number
  asOf?: string | undefined
}
type RetentionAsked = Counted & { nowMs: number }
type CustomersAsked = Counted & {
  /** The number of the cohort's week. */
  week: number
  /** How many weeks later; null: all of the cohort. */
  after: number | null
  /** Where the page before ended: the position of the entry, and the account; null: there was none. */
  behind: readonly [position: string, account: string] | null
  limit: number
}

export async function findRetention(reading: Reading, asked: RetentionAsked): Promise<RetentionView> {
  const cells = await reading.rows<{ week: number; after: number | null; count: number }>(sql`
    ${await customersBy(reading, asked)}
    select week, null as after, count(*)::double as count from entered group by week
    union all
    select week, after, count(distinct unit)::double from acted group by week, after
    order by week`)
  const running = romeWeeks()(asked.nowMs)
  const cohorts = Map.groupBy(cells, ({ week }) => week)
  const rows = [...cohorts]
    .filter(([week]) => week <= running)
    .map(([week, its]) => {
      const countAt = (after: number | null) => its.find(cell => cell.after === after)?.count ?? 0
      const size = countAt(null)
      // A cell for each week that has begun.
      const weeks = Array.from({ length: running - week + 1 }, (_, after) => {
        const count = countAt(after)
        return { week: after, count, share: percentOf(count, size), running: week + after === running }
      })
      return { cohort: mondayOf(week), size, weeks }
    })
  return { position: reading.positionAsOf(asked.asOf), rows }
}

/** The customers that a cell counts, in the order in which they entered. */
export async function findRetentionCustomers(
  reading: Reading,
  { week, after, behind, limit, ...asked }: CustomersAsked,
) {
  const counted =
    after === null
      ? sql`select unit, seq from entered where week = ${week}`
      : sql`select distinct unit, entered_seq as seq from acted where week = ${week} and after = ${after}`
  const from = behind && { seq: await reading.seqAsOf(behind[0]), account: behind[1] }
  const rows = await reading.rows<{ id: string; position: string; at: number }>(sql`
    ${await customersBy(reading, asked)}
    select c.unit as id, e.position, e.recorded_ms::double as at from (${counted}) c join events e on e.seq = c.seq
    ${from ? sql`where c.seq > ${from.seq} or c.seq = ${from.seq} and c.unit > ${from.account}` : empty}
    order by c.seq, c.unit limit ${limit + 1}`)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const customers = shown.map(({ id, at }) => ({ id, enteredAt: new Date(at).toISOString() }))
  return {
    customers: await toldUnits(reading, 'customer', customers),
    position: reading.positionAsOf(asked.asOf),
    next: last ? ([last.position, last.id] as const) : null,
  }
}

/**
 * Common table expressions: `entered` (unit, seq, week of the event by which a customer entered a cohort) and `acted` (unit,
 * entered_seq, week, after: how many weeks later they did what is counted, often several times).
 */
async function customersBy(reading: Reading, { cohort, action, fromMs, toMs, asOf }: Counted): Promise<Sql> {
  const end = await reading.seqAsOf(asOf)
  const events = sql`select seq, own_visit, tied_visit, account, recorded_ms, type from events
    where type in (${cohort}, ${action}) and seq <= ${end}`
  return sql`
    with weeks as (${await weeksOf(reading)}),
    customers as (
      select u.unit, u.seq, u.recorded_ms, u.type, w.week
      from (${eventsByUnit({ by: 'customer', end, bots: false }, events)}) u
      asof join weeks w on u.recorded_ms >= w.starts_ms
    ),
    entered as (
      select unit, min(seq) as seq, arg_min(week, seq) as week from customers
      where type = ${cohort} and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double group by unit
    ),
    acted as (
      -- Where the log's clock stepped back, what came later lies in an earlier week.
      select unit, e.seq as entered_seq, e.week, greatest(0, c.week - e.week) as after
      from customers c join entered e using (unit) where c.type = ${action} and c.seq >= e.seq
    )`
}

/** The weeks in Rome in which something was recorded: SQL would ask the calendar for each event. */
async function weeksOf(reading: Reading): Promise<Sql> {
  const [row] = await reading.rows<{ first: number | null; last: number | null }>(
    sql`select min(recorded_ms)::double as first, max(recorded_ms)::double as last from events`,
  )
  const [first, last] = [row?.first ?? 0, row?.last ?? 0].map(romeWeeks()) as [number, number]
  const weeks = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const listed = (numbers: number[]) => sql`unnest(from_json(${JSON.stringify(numbers)}::json, '["DOUBLE"]'))`
  return sql`select ${listed(weeks)}::integer as week, ${listed(weeks.map(startOfWeek))} as starts_ms`
}
