import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import { type Rules, rulesOf, unbounded } from '@tba/events/funnels/rules.ts'
import sql from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'

/** A period of a funnel, and which events may belong to a chain that begins in it. */
export type Stretch = {
  rules: Rules
  /** By number: bounded by the log's order, never by time, so that chains stay right where the clock stepped back. */
  first: number
  last: number
  /** Only events that were recorded up to then, in ms since 1970; null: all. */
  recordedUpTo: number | null
}

type Asked = { period: { from: string; to: string }; end: number; recordedUpTo?: number | null }

/** Empty (`last` below `first`) where nothing was recorded in the period. */
export async function stretchOf(
  reading: Reading,
  definition: DatedFunnel,
  { period, end, recordedUpTo = null }: Asked,
): Promise<Stretch> {
  const rules = rulesOf(definition, period)
  const { fromMs, toMs, windowMs } = rules
  const untilMs = Math.min(toMs + windowMs, unbounded)
  const [row] = await reading.rows<{ first: number | null; last: number | null }>(sql`
    select min(seq) filter (where recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double) as first,
      max(seq) filter (where recorded_ms <= ${untilMs}::double) as last
    from events where seq <= ${end}`)
  return { rules, first: row?.first ?? 1, last: row?.first == null ? 0 : (row.last ?? 0), recordedUpTo }
}

/** Of the period that it is compared with; null where it is with none. */
export async function stretchCompared(
  reading: Reading,
  definition: DatedFunnel,
  end: number,
): Promise<Stretch | null> {
  const { compareTo, equalAge, from } = definition
  if (!compareTo) return null
  // The earlier period as it stood when it was as old as this one is now.
  const ageMs = equalAge ? (await timeOf(reading, end)) - Date.parse(from) : null
  const recordedUpTo = ageMs === null ? null : Date.parse(compareTo.from) + ageMs
  return stretchOf(reading, definition, { period: compareTo, end, recordedUpTo })
}

/** When the newest event up to a number was recorded, in ms since 1970; 0 where there is none. */
export async function timeOf(reading: Reading, end: number): Promise<number> {
  const [row] = await reading.rows<{ at: number | null }>(
    sql`select recorded_ms::double as at from events where seq <= ${end} order by seq desc limit 1`,
  )
  return row?.at ?? 0
}
