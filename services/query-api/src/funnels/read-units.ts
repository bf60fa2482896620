import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import { type Rules, rulesOf } from '@tba/events/funnels/rules.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Reading } from '../analytics/reading.ts'
import { stretchIn, type Unit, unitsIn, unitsWithStep } from '../analytics/unit-events.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { valuesBy } from './breakdown.ts'

/** Of a replay: which events count; what is null or empty bounds nothing. */
export type Only = {
  from: string | null
  to: string | null
  types: readonly string[]
  visits: readonly string[]
}

/** As of which event is counted, when that one was recorded, and which events count. */
export type Moment = { end: number; atMs: number; only?: Only | undefined }

/** A period of a funnel, with the rules of the chains that begin in it. */
export type Period = Moment & {
  rules: Rules
  /** Only events that were recorded up to then, in ms since 1970; null: all. */
  recordedUpTo: number | null
}

/** Its own period, or the one that it is compared with; null where that is none. */
export function periodIn(definition: DatedFunnel, moment: Moment, isCompared = false): Period | null {
  if (!isCompared) return { ...moment, rules: rulesOf(definition), recordedUpTo: null }
  const { compareTo, equalAge, from } = definition
  if (!compareTo) return null
  // The earlier period as it stood when it was as old as this one is now.
  const aged = Date.parse(compareTo.from) + moment.atMs - Date.parse(from)
  return { ...moment, rules: rulesOf(definition, compareTo), recordedUpTo: equalAge ? aged : null }
}

/** When the newest event up to a number was recorded, in ms since 1970; 0 where there is none. */
export async function timeOf(reading: Reading, end: number): Promise<number> {
  const [row] = await reading.rows<{ at: number | null }>(
    sql`select recorded_ms::double as at from events where seq <= ${end} order by seq desc limit 1`,
  )
  return row?.at ?? 0
}

/** One after the other, the units that have an event of any step: with those events, and the value of the breakdown in `more`. */
export async function* unitsOf(
  reading: Reading,
  definition: DatedFunnel,
  period: Period,
): AsyncGenerator<Unit> {
  const reach = reachOf(definition, period)
  const events = await eventsIn(reading, definition, period)
  const types = [...new Set(definition.steps.map(({ event }) => event))]
  const units = eventsByUnit(
    reach,
    sql`select * from (${events} and type in (${join(types)})) where steps > 0`,
  )
  const { breakdown } = definition
  if (!breakdown) yield* unitsIn(reading, units)
  else {
    const valued = sql`select * from (${units}) left join (${valuesBy(breakdown, reach)}) using (unit)`
    yield* unitsIn(reading, valued, sql`value`)
  }
}

/** The same units with all of their events, and the number of what each says in `more`. */
export async function* wholeUnitsOf(
  reading: Reading,
  definition: DatedFunnel,
  period: Period,
): AsyncGenerator<Unit> {
  const events = await eventsIn(reading, definition, period, period.end)
  yield* unitsIn(reading, unitsWithStep(reachOf(definition, period), events), sql`kind`)
}

/** The values that most units have which entered, the most frequent first; what is not known behind what is as frequent. */
export async function mostEntered(
  reading: Reading,
  definition: DatedFunnel & Required<Pick<DatedFunnel, 'breakdown'>>,
  period: Period,
): Promise<(string | null)[]> {
  const reach = reachOf(definition, period)
  const { fromMs, toMs } = period.rules
  const begins = sql`select * from (${await eventsIn(reading, definition, period)})
    where steps & 1 = 1 and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double`
  const rows = await reading.rows<{ value: string | null }>(sql`
    select value from (select distinct unit from (${eventsByUnit(reach, begins)}))
    left join (${valuesBy(definition.breakdown, reach)}) using (unit)
    group by value order by count(*) desc, value nulls last limit ${mostValues}`)
  return rows.map(({ value }) => value)
}

/** Visitors say where they come from, and so make up as many values as they like. */
const mostValues = 200

const reachOf = ({ by, bots = false }: DatedFunnel, { end }: Period) => ({ by, end, bots })

/**
 * The events that may belong to a chain that begins in the period. They are bounded by the log's order, never by time, so
 * that chains stay right where the clock stepped back.
 */
async function eventsIn(
  reading: Reading,
  { steps }: DatedFunnel,
  ...[{ rules, end, recordedUpTo, only }, upTo]: [period: Period, upTo?: number]
): Promise<Sql> {
  const { fromMs, toMs, windowMs } = rules
  const { first, last } = await stretchIn(reading, { fromMs, toMs: toMs + windowMs + 1, end })
  const bits = steps.map(
    (step, at) => sql`(case when ${matchesStep(step)} then ${raw(String(1 << at))} else 0 end)`,
  )
  return sql`select seq, own_visit, tied_visit, account, recorded_ms, kind, ${join(bits, ' + ')} as steps
    from events where seq between ${first} and ${upTo ?? last}
    ${recordedUpTo === null ? empty : sql`and recorded_ms <= ${recordedUpTo}::double`} ${only ? isPlayed(only) : empty}`
}

function isPlayed({ from, to, types, visits }: Only): Sql {
  const conditions = [
    from === null ? empty : sql`and recorded_ms >= ${Date.parse(from)}::double`,
    to === null ? empty : sql`and recorded_ms < ${Date.parse(to)}::double`,
    types.length === 0 ? empty : sql`and type in (${join([...types])})`,
    visits.length === 0 ? empty : sql`and coalesce(own_visit, visit) in (${join([...visits])})`,
  ]
  return join(conditions, ' ')
}
