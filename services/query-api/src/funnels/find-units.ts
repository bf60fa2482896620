import type { Position } from '@tba/event-store/port.ts'
import { chainsBy } from '@tba/events/funnels/chain.ts'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import type { FunnelUnit } from '@tba/events/funnels/views.ts'
import sql, { join } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { hashed } from '../analytics/runs.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { stretchCompared, stretchOf } from './stretch.ts'
import { trailsOf } from './trails.ts'

/** What a bar of a funnel counts, or of one of its values. `step` counts from 1. */
export type Bar = {
  step: number
  outcome: 'reached' | 'dropped'
  /** Of the breakdown; undefined: any. */
  value?: string | null | undefined
  /** Of the period that it is compared with. */
  compared?: boolean
}

/** Where a page ended: those that started last come first, and units that started together by their hash. */
export type Place = { startedAt: number; unit: readonly [number, number] }

export type AskedUnits = {
  definition: FunnelDefinition
  nowMs: number
  bar: Bar
  after: Place | null
  limit: number
}
export type UnitsPage = { units: FunnelUnit[]; position: Position | null; next: Place | null }

type Found = Place & { seq: number; reached: number; reachedAt: number }

/** The very units that a bar counts. */
export async function findUnits(
  reading: Reading,
  { definition: asked, nowMs, bar, after, limit }: AskedUnits,
): Promise<UnitsPage> {
  const definition = resolved(asked, nowMs)
  const end = await reading.seqAsOf(definition.asOf)
  const stretch = bar.compared
    ? await stretchCompared(reading, definition, end)
    : await stretchOf(reading, definition, { period: definition, end })
  const position = reading.positionAsOf(definition.asOf)
  if (stretch === null) return { units: [], position, next: null }
  const chain = chainsBy(stretch.rules)
  const found: Found[] = []
  for await (const trail of trailsOf(reading, definition, { stretch, end })) {
    const reach = chain(trail)
    const isLost = reach.steps === bar.step && bar.step < definition.steps.length
    const isCounted = bar.outcome === 'reached' ? reach.steps >= bar.step : isLost
    if (!isCounted || (bar.value !== undefined && trail.value !== bar.value)) continue
    const start = reach.start[reach.steps - 1] as number
    found.push({
      unit: trail.unit,
      seq: trail.seqs[start] as number,
      reached: reach.steps,
      startedAt: trail.at[start] as number,
      reachedAt: trail.at[reach.completed[reach.steps - 1] as number] as number,
    })
  }
  const page = found.filter(unit => after === null || inOrder(after, unit) < 0).sort(inOrder)
  const shown = page.slice(0, limit)
  const last = page.length > limit ? shown.at(-1) : undefined
  return {
    units: await named(reading, { by: definition.by, end, bots: definition.bots ?? false }, shown),
    position,
    next: last ? { startedAt: last.startedAt, unit: last.unit } : null,
  }
}

const inOrder = (one: Place, other: Place) =>
  other.startedAt - one.startedAt || one.unit[0] - other.unit[0] || one.unit[1] - other.unit[1]

/** With their ids, which only one event of each is asked for. */
async function named(
  reading: Reading,
  reach: Parameters<typeof eventsByUnit>[0],
  found: readonly Found[],
): Promise<FunnelUnit[]> {
  if (found.length === 0) return []
  const events = sql`select seq, own_visit, tied_visit, account from events
    where seq in (${join(found.map(({ seq }) => seq))})`
  const rows = await reading.rows<{ unit: string; high: number; low: number }>(sql`
    select distinct unit, ${hashed} from (${eventsByUnit(reach, events)})`)
  const ids = new Map(rows.map(({ unit, high, low }) => [`${high} ${low}`, unit]))
  return found.flatMap(({ unit, startedAt, reachedAt, reached }) => {
    const id = ids.get(unit.join(' '))
    const [started, last] = [new Date(startedAt).toISOString(), new Date(reachedAt).toISOString()]
    return id === undefined ? [] : [{ id, startedAt: started, reachedAt: last, reached }]
  })
}
