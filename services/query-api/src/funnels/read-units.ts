import { resolvePeriods } from '@tba/events/asked-period.ts'
import { exclusionBit } from '@tba/events/funnels/chain.ts'
import type { DatedFunnel, FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { type Rules, rulesOf } from '@tba/events/funnels/rules.ts'
import { memoized } from '@tba/events/memoized.ts'
import { present } from '@tba/events/present.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { meetsConditions } from '../analytics/conditions.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { countUnplaced, filteredScope, hasSeveral, visitField } from '../analytics/filters.ts'
import { seqRange, type Unit, type UnitQuery, unitsWith } from '../analytics/unit-events.ts'
import { eventsByUnit, planValues, type UnitScope, visitValues } from '../analytics/units.ts'
import { msOf, within } from '../analytics/within.ts'
import { type CopyFilter, conditionsOf } from '../history/conditions.ts'

export type FunnelInput = {
  definition: FunnelDefinition
  /** The time to which relative periods refer, in ms since 1970. */
  nowMs: number
  /** For a replay: which events count. */
  only?: CopyFilter | undefined
}

/** A funnel over one period, with the rules of the chains that start in it. */
export type Funnel = {
  definition: DatedFunnel
  rules: Rules
  /** Up to the last event that counts, and its time. */
  scope: UnitScope
  atMs: number
  only: CopyFilter | undefined
  /** Counts only events recorded up to this time, in ms since 1970; null: all. */
  recordedUpTo: number | null
}

export async function resolveFunnel(snapshot: Snapshot, { definition: input, nowMs, only }: FunnelInput) {
  const definition = resolvePeriods(input, nowMs)
  const end = await snapshot.seqAsOf(definition.asOf)
  const atMs = await timeOfSeq(snapshot, end)
  const { by, bots = false } = definition
  const scope = await filteredScope(snapshot, { by, end, bots }, definition)
  return { definition, rules: rulesOf(definition), scope, atMs, only, recordedUpTo: null }
}

/** The same funnel over the compared period; null without one. */
export async function comparedFunnel(snapshot: Snapshot, own: Funnel): Promise<Funnel | null> {
  const { compareTo, equalAge, from } = own.definition
  if (!compareTo) return null
  const compared = { ...own, rules: rulesOf(own.definition, compareTo) }
  if (!equalAge) return compared
  // The earlier period as it was at the present age of this one.
  const cutoffMs = Math.min(own.atMs, Date.parse(compareTo.from) + own.atMs - Date.parse(from))
  const [row] = await snapshot.rows<{ end: number | null }>(
    sql`select max(seq) as end from events where seq <= ${own.scope.end} and recorded_ms <= ${msOf(cutoffMs)}`,
  )
  const scope = await filteredScope(snapshot, { ...own.scope, end: row?.end ?? 0 }, own.definition)
  return { ...compared, scope, atMs: cutoffMs, recordedUpTo: cutoffMs }
}

/** The time of the newest event up to a number, in ms since 1970; 0 without one. */
export async function timeOfSeq(snapshot: Snapshot, end: number): Promise<number> {
  const [row] = await snapshot.rows<{ at: number | null }>(
    sql`select recorded_ms::double as at from events where seq <= ${end} order by seq desc limit 1`,
  )
  return row?.at ?? 0
}

/** The units with an event of any step: those events, and the breakdown value in `more`. */
export async function stepEvents(snapshot: Snapshot, funnel: Funnel): Promise<UnitQuery> {
  const { scope } = funnel
  const { steps, exclude = [], breakdown } = funnel.definition
  const types = [...new Set([...steps, ...exclude].map(({ event }) => event))]
  const events = sql`${await funnelEvents(snapshot, funnel)} and type in (${join(types)})`
  const of = sql`select * from (${events}) where steps > 0`
  if (!breakdown) return { scope, of, events: scope => eventsByUnit(scope, of) }
  const valued = (scope: UnitScope) =>
    sql`select * from (${eventsByUnit(scope, of)}) left join (${breakdownValues(snapshot, breakdown, scope)}) using (unit)`
  return { scope, of, events: valued, more: sql`value` }
}

/** The units that can have begun in the period, with all of their events, and the signature of each. */
export async function allEvents(snapshot: Snapshot, funnel: Funnel): Promise<UnitQuery> {
  const of = await funnelEvents(snapshot, funnel, funnel.scope.end)
  const beginning = sql`select * from (${of}) where ${beginsIn(funnel)}`
  const { eventsOf } = await unitsWith(snapshot, { scope: funnel.scope, beginning })
  return { scope: funnel.scope, of, events: eventsOf(of), more: sql`signature` }
}

const beginsIn = ({ rules }: Funnel) => sql`steps & 1 = 1 and ${within(sql`recorded_ms`, rules)}`

/** Visitors name their source themselves, so values are unlimited. */
const maxValues = 200

/** How many more units would have entered, but have no visit; null: no filter is about visits. */
export const unplacedIn = async (snapshot: Snapshot, funnel: Funnel): Promise<number | null> =>
  countUnplaced(snapshot, funnel.scope, funnel.definition, await beginnings(snapshot, funnel))

const beginnings = async (snapshot: Snapshot, funnel: Funnel): Promise<Sql> =>
  sql`select * from (${await funnelEvents(snapshot, funnel)}) where ${beginsIn(funnel)}`

/** The values with most entered units, most frequent first. At equal counts null comes last. */
export async function topValues(snapshot: Snapshot, funnel: Funnel): Promise<(string | null)[]> {
  const { breakdown } = funnel.definition
  if (!breakdown) return []
  const { scope } = funnel
  const begins = await beginnings(snapshot, funnel)
  const value = isListed(breakdown)
    ? sql`unnest(if(value is null, [null], from_json(value, '["VARCHAR"]')))`
    : sql`value`
  const rows = await snapshot.rows<{ value: string | null }>(sql`
    select value from (select ${value} as value from (select distinct unit from (${eventsByUnit(scope, begins)}))
    left join (${breakdownValues(snapshot, breakdown, scope)}) using (unit))
    group by value order by count(*) desc, value nulls last limit ${maxValues}`)
  return rows.map(({ value }) => value)
}

type Breakdown = NonNullable<DatedFunnel['breakdown']>

/** A unit counts for each value of such a breakdown. They are a list, as JSON. */
const isListed = (breakdown: Breakdown): boolean =>
  breakdown !== 'plan' && breakdown !== 'referrer' && hasSeveral(breakdown)

/** The values of a unit's row. */
export function valuesOf(
  breakdown: Breakdown | undefined,
): (value: Unit['more'][number] | undefined) => (string | null)[] {
  const parsed = memoized((list: string) => JSON.parse(list) as string[])
  const isList = breakdown !== undefined && isListed(breakdown)
  return value => (isList && typeof value === 'string' ? parsed(value) : [value as string | null])
}

/** (unit, value) for the units that have a value at `end`. */
function breakdownValues(snapshot: Snapshot, breakdown: Breakdown, scope: UnitScope): Sql {
  if (breakdown === 'plan') return planValues(scope)
  if (breakdown === 'referrer')
    return visitValues(scope, sql`select id as visit, referrer as value from ${snapshot.visits(scope.end)}`)
  const values = visitField(snapshot, breakdown, scope.end)
  return visitValues(
    scope,
    isListed(breakdown)
      ? sql`select visit, to_json(list(value order by value))::varchar as value from (${values}) group by visit`
      : values,
  )
}

/**
 * The events that can belong to a chain that starts in the period. Log order limits them, not time: so chains stay correct
 * if the clock stepped back.
 */
async function funnelEvents(
  snapshot: Snapshot,
  { definition, rules, scope: { end }, recordedUpTo, only }: Funnel,
  upTo?: number,
): Promise<Sql> {
  const { fromMs, toMs, windowMs } = rules
  const { first, last } = await seqRange(snapshot, { fromMs, toMs: toMs + windowMs + 1, end })
  return sql`select seq, own_visit, tied_visit, account, person, recorded_ms, signature, ${stepBits(definition)} as steps
    from events where seq between ${first} and ${upTo ?? last}
    ${recordedUpTo === null ? empty : sql`and recorded_ms <= ${msOf(recordedUpTo)}`} ${only ? sql`and ${join(conditionsOf(only), ' and ')}` : empty}`
}

/** See `UnitEvents`. The type, a text, is looked up once for all steps. */
function stepBits({ steps, exclude = [] }: DatedFunnel): Sql {
  const all = [
    ...steps.map((step, at) => ({ step, bit: at })),
    ...exclude.map(step => ({ step, bit: exclusionBit(step.after) })),
  ]
  const types = [...Map.groupBy(all, ({ step }) => step.event)].map(([type, its]) => {
    const bits = its.map(
      ({ step, bit }) => sql`(case when ${meetsConditions(step)} then ${raw(String(1 << bit))} else 0 end)`,
    )
    return sql`when ${type} then ${join(bits, ' | ')}`
  })
  return sql`case type ${join(types, ' ')} else 0 end`
}

/** Until when a unit can continue, in ms since 1970: the end of the window of its last start in the period. */
export function openUntil({ at, steps, end }: Unit, { fromMs, toMs, windowMs }: Rules): number {
  let latest = Number.NEGATIVE_INFINITY
  for (let event = 0; event < end; event++) {
    const now = present(at[event])
    if (present(steps[event]) % 2 === 1 && now >= fromMs && now < toMs && now > latest) latest = now
  }
  return latest + windowMs
}
