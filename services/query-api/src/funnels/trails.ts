import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { Trail } from '@tba/events/funnels/trail.ts'
import sql, { empty, join, raw } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import { Refused } from '../analytics/failures.ts'
import type { Column, Reading } from '../analytics/reading.ts'
import { hashed } from '../analytics/runs.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { valuesBy } from './breakdown.ts'
import { isPlayed, type Only } from './only.ts'
import type { Stretch } from './stretch.ts'

/** One unit, and its events that match any step, in the order of the log. The same object for each, filled anew. */
export type UnitTrail = Trail & {
  /** Two halves of a hash of the unit's id: an id takes more time and room. */
  unit: readonly [number, number]
  /** The numbers of the events. */
  seqs: number[]
  /** Of the breakdown; undefined where nothing is broken down. */
  value: string | null | undefined
  /** With `whole`: all its events. */
  whole: readonly UnitEvent[]
}

/** `kind`: what it says, by its number in the table kinds. */
export type UnitEvent = { seq: number; kind: number; isRefusal: boolean }

type Wanted = {
  stretch: Stretch
  end: number
  /** Which events count; all without it. */
  only?: Only | undefined
  /** Also the other events of units that match any step. */
  whole?: boolean
}

/** Each takes some 30 bytes until it is read. */
const mostEvents = 20_000_000
/** Bits of a row's marks: the steps that it matches, and whether something was refused. */
const matches = 255
const refusal = 256

/** Goes through all units that have an event of any step, one after the other. */
export async function* trailsOf(
  reading: Reading,
  definition: DatedFunnel,
  { stretch, end, only, whole = false }: Wanted,
): AsyncGenerator<UnitTrail> {
  const { by, steps, bots = false, breakdown } = definition
  const { first, last, recordedUpTo } = stretch
  const reach = { by, end, bots }
  const bits = steps.map(
    (step, at) => sql`(case when ${matchesStep(step)} then ${raw(String(1 << at))} else 0 end)`,
  )
  const types = [...new Set(steps.map(({ event }) => event))]
  const upTo = recordedUpTo === null ? empty : sql`and recorded_ms <= ${recordedUpTo}::double`
  const events = sql`select seq, own_visit, tied_visit, account, recorded_ms::double as ms, type, kind,
      ${join(bits, ' + ')} + (case when type = 'ActionRefused' then ${refusal} else 0 end) as steps
    from events where seq between ${first} and ${whole ? end : last} ${upTo} ${only ? isPlayed(only) : empty}`
  const matching = sql`select * from (${events}) where (steps & 255) > 0`
  const stepped = sql`${events} and type in (${join(types)})`
  const units = whole
    ? sql`select * from (${eventsByUnit(reach, events)}) where unit in (select unit from (${eventsByUnit(reach, matching)}))`
    : eventsByUnit(reach, sql`select * from (${stepped}) where steps > 0`)
  const query = sql`
    select ${hashed}, seq, ms, steps${whole ? sql`, kind` : empty}${breakdown ? sql`, value` : empty}
    from (${units}) ${breakdown ? sql`left join (${valuesBy(breakdown, reach)}) using (unit)` : empty}
    order by high, low, seq`
  yield* grouped(reading, query, { whole, isBroken: breakdown !== undefined })
}

async function* grouped(
  reading: Reading,
  query: ReturnType<typeof sql>,
  { whole, isBroken }: { whole: boolean; isBroken: boolean },
): AsyncGenerator<UnitTrail> {
  const at: number[] = []
  const steps: number[] = []
  const seqs: number[] = []
  let events: UnitEvent[] = []
  const trail = {
    ...{ at, steps, seqs, first: 0, end: 0, value: undefined as string | null | undefined },
    ...{ unit: [-1, -1] as [number, number], whole: events },
  }
  let count = 0
  for await (const { rowCount, column } of reading.columns(query)) {
    count += rowCount
    if (count > mostEvents) throw new Refused('large', 'too many events match the steps')
    const [highs, lows, numbers, times, marks] = [0, 1, 2, 3, 4].map(column) as [
      ...[Column, Column, Column, Column, Column],
    ]
    const kinds = whole ? column(5) : null
    const values = isBroken ? column(whole ? 6 : 5) : null
    for (let row = 0; row < rowCount; row++) {
      const high = highs.getItem(row) as number
      const low = lows.getItem(row) as number
      if (high !== trail.unit[0] || low !== trail.unit[1]) {
        if (trail.end > 0) yield trail
        trail.unit = [high, low]
        trail.end = 0
        if (values) trail.value = values.getItem(row) as string | null
        if (whole) trail.whole = events = []
      }
      const mark = marks.getItem(row) as number
      const seq = numbers.getItem(row) as number
      if (kinds) events.push({ seq, kind: kinds.getItem(row) as number, isRefusal: mark >= refusal })
      if ((mark & matches) === 0) continue
      at[trail.end] = times.getItem(row) as number
      steps[trail.end] = mark & matches
      seqs[trail.end] = seq
      trail.end++
    }
  }
  if (trail.end > 0) yield trail
}
