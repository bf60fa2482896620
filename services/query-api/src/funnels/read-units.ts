import { type DatedFunnel, type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { type Rules, rulesOf } from '@tba/events/funnels/rules.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Reading } from '../analytics/reading.ts'
import { kind, stretchIn, type Unit, type UnitQuery, unitsWithStep } from '../analytics/unit-events.ts'
import { eventsByUnit, type Reach, valuesOfVisits } from '../analytics/units.ts'
import { type CopyFilter, conditionsOf } from '../history/conditions.ts'

export type Asked = {
  definition: FunnelDefinition
  /** By which periods that move stand still, in ms since 1970. */
  nowMs: number
  /** Of a replay: which events count. */
  only?: CopyFilter | undefined
}

/** A funnel over one period, with the rules of the chains that begin in it. */
export type Funnel = {
  definition: DatedFunnel
  rules: Rules
  /** As of which event, and when that one was recorded. */
  end: number
  atMs: number
  only: CopyFilter | undefined
  /** Only events that were recorded up to then, in ms since 1970; null: all. */
  recordedUpTo: number | null
}

export async function funnelOf(reading: Reading, { definition: asked, nowMs, only }: Asked): Promise<Funnel> {
  const definition = resolved(asked, nowMs)
  const end = await reading.seqAsOf(definition.asOf)
  const atMs = await timeOf(reading, end)
  return { definition, rules: rulesOf(definition), end, atMs, only, recordedUpTo: null }
}

/** The same over the period that it is compared with; null where that is none. */
export async function comparedWith(reading: Reading, own: Funnel): Promise<Funnel | null> {
  const { compareTo, equalAge, from } = own.definition
  if (!compareTo) return null
  const compared = { ...own, rules: rulesOf(own.definition, compareTo) }
  if (!equalAge) return compared
  // The earlier period as it stood when it was as old as this one is now.
  const agedMs = Math.min(own.atMs, Date.parse(compareTo.from) + own.atMs - Date.parse(from))
  const [row] = await reading.rows<{ end: number | null }>(
    sql`select max(seq) as end from events where seq <= ${own.end} and recorded_ms <= ${agedMs}::double`,
  )
  return { ...compared, end: row?.end ?? 0, atMs: agedMs, recordedUpTo: agedMs }
}

/** When the newest event up to a number was recorded, in ms since 1970; 0 where there is none. */
export async function timeOf(reading: Reading, end: number): Promise<number> {
  const [row] = await reading.rows<{ at: number | null }>(
    sql`select recorded_ms::double as at from events where seq <= ${end} order by seq desc limit 1`,
  )
  return row?.at ?? 0
}

export const reachOf = ({ definition: { by, bots = false }, end }: Funnel): Reach => ({ by, end, bots })

/** The units that have an event of any step: with those events, and the value of the breakdown in `more`. */
export async function unitsOf(reading: Reading, funnel: Funnel): Promise<UnitQuery> {
  const reach = reachOf(funnel)
  const { steps, breakdown } = funnel.definition
  const types = [...new Set(steps.map(({ event }) => event))]
  const events = sql`${await eventsIn(reading, funnel)} and type in (${join(types)})`
  const units = eventsByUnit(reach, sql`select * from (${events}) where steps > 0`)
  if (!breakdown) return { events: units }
  const valued = sql`select * from (${units}) left join (${valuesBy(breakdown, reach)}) using (unit)`
  return { events: valued, more: sql`value` }
}

/** The same units with all of their events, and the number of what each says in `more`. */
export async function wholeUnitsOf(reading: Reading, funnel: Funnel): Promise<UnitQuery> {
  const events = await eventsIn(reading, funnel, funnel.end)
  return { events: unitsWithStep(reachOf(funnel), events), more: sql`kind` }
}

/** Visitors say where they come from, and so make up as many values as they like. */
const mostValues = 200

/** The values that most units have which entered, the most frequent first; what is not known behind what is as frequent. */
export async function mostEntered(reading: Reading, funnel: Funnel): Promise<(string | null)[]> {
  const { breakdown } = funnel.definition
  if (!breakdown) return []
  const reach = reachOf(funnel)
  const { fromMs, toMs } = funnel.rules
  const begins = sql`select * from (${await eventsIn(reading, funnel)})
    where steps & 1 = 1 and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double`
  const rows = await reading.rows<{ value: string | null }>(sql`
    select value from (select distinct unit from (${eventsByUnit(reach, begins)}))
    left join (${valuesBy(breakdown, reach)}) using (unit)
    group by value order by count(*) desc, value nulls last limit ${mostValues}`)
  return rows.map(({ value }) => value)
}

/** Which events say a plan. */
export const plans = ['LeadSubmitted', 'PlanActivated', 'PlanChanged']

/** (unit, value) for the units that have one, as of `end`. */
function valuesBy(breakdown: NonNullable<DatedFunnel['breakdown']>, reach: Reach): Sql {
  const { end } = reach
  if (breakdown === 'plan')
    // The last one that an event of the unit says.
    return sql`select unit, arg_max(plan, seq) as value from (${eventsByUnit(
      reach,
      sql`select seq, own_visit, tied_visit, account, json_extract_string(data, '$.plan') as plan from events
        where type in (${join(plans)}) and seq <= ${end}`,
    )}) group by unit`
  if (breakdown === 'source')
    // The first page that names one; else where the visit came from.
    return valuesOfVisits(
      reach,
      sql`select own_visit as visit, coalesce(arg_min(source, seq), arg_min(referrer_host, seq)) as value
        from events where own_visit is not null and seq <= ${end} and (source is not null or referrer_host is not null)
        group by own_visit`,
    )
  const column = breakdown === 'device' ? sql`device` : sql`referrer_host`
  return valuesOfVisits(
    reach,
    sql`select own_visit as visit, arg_min(${column}, seq) as value from events
      where type = 'VisitStarted' and seq <= ${end} group by own_visit`,
  )
}

/**
 * The events that may belong to a chain that begins in the period. They are bounded by the log's order, never by time, so
 * that chains stay right where the clock stepped back.
 */
async function eventsIn(
  reading: Reading,
  { definition: { steps }, rules, end, recordedUpTo, only }: Funnel,
  upTo?: number,
): Promise<Sql> {
  const { fromMs, toMs, windowMs } = rules
  const { first, last } = await stretchIn(reading, { fromMs, toMs: toMs + windowMs + 1, end })
  const bits = steps.map(
    (step, at) => sql`(case when ${matchesStep(step)} then ${raw(String(1 << at))} else 0 end)`,
  )
  return sql`select seq, own_visit, tied_visit, account, recorded_ms, ${kind}, ${join(bits, ' + ')} as steps
    from events where seq between ${first} and ${upTo ?? last}
    ${recordedUpTo === null ? empty : sql`and recorded_ms <= ${recordedUpTo}::double`} ${only ? sql`and ${join(conditionsOf(only), ' and ')}` : empty}`
}

/** Until when a unit may go on, in ms since 1970: to the end of the window of its last try in the period. */
export function openUntil({ at, steps, end }: Unit, { fromMs, toMs, windowMs }: Rules): number {
  let latest = Number.NEGATIVE_INFINITY
  for (let event = 0; event < end; event++) {
    const now = at[event] as number
    if ((steps[event] as number) % 2 === 1 && now >= fromMs && now < toMs && now > latest) latest = now
  }
  return latest + windowMs
}
