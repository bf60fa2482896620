import type { Position } from '@tba/event-store/port.ts'
import { chainFinder } from '@tba/events/funnels/chain.ts'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import type { FunnelUnit, InsteadView } from '@tba/events/funnels/views.ts'
import { kindsOf } from '../analytics/kinds.ts'
import type { Reading } from '../analytics/reading.ts'
import { type Found, type Page, type Place, pageOfUnits } from '../analytics/unit-events.ts'
import { InsteadCounts } from './instead.ts'
import { periodIn, timeOf, unitsOf, wholeUnitsOf } from './read-units.ts'

/** What a bar of a funnel counts, or of one of its values. `step` counts from 1. */
export type Bar = {
  step: number
  outcome: 'reached' | 'dropped'
  /** Of the breakdown; undefined: any. */
  value?: string | null | undefined
  /** Of the period that it is compared with. */
  compared?: boolean | undefined
}

type AskedUnits = Page & { definition: FunnelDefinition; nowMs: number; bar: Bar }
type UnitsPage = { units: FunnelUnit[]; position: Position | null; next: Place | null }

/** The very units that a bar counts: those that started last come first. */
export async function findUnits(
  reading: Reading,
  { definition: asked, nowMs, bar, ...page }: AskedUnits,
): Promise<UnitsPage> {
  const definition = resolved(asked, nowMs)
  const { by, steps, bots = false, asOf } = definition
  const end = await reading.seqAsOf(asOf)
  const period = periodIn(definition, { end, atMs: await timeOf(reading, end) }, bar.compared)
  const position = reading.positionAsOf(asOf)
  if (period === null) return { units: [], position, next: null }
  const find = chainFinder(period.rules)
  const found: (Found & { reached: number; startedMs: number; reachedMs: number })[] = []
  for await (const unit of unitsOf(reading, definition, period)) {
    const reach = find(unit)
    const isLost = reach.steps === bar.step && bar.step < steps.length
    const isCounted = bar.outcome === 'reached' ? reach.steps >= bar.step : isLost
    if (!isCounted || (bar.value !== undefined && unit.more[0] !== bar.value)) continue
    const last = reach.steps - 1
    const start = reach.start[last] as number
    found.push({
      ...{ hash: unit.hash, seq: unit.seqs[start] as number, reached: reach.steps },
      startedMs: unit.at[start] as number,
      reachedMs: unit.at[reach.completed[last] as number] as number,
    })
  }
  const shown = await pageOfUnits({ reading, reach: { by, end, bots } }, found, {
    ...page,
    isNewestFirst: true,
  })
  const units = shown.page.map(({ id, startedMs, reachedMs, reached }) => ({
    ...{ id, reached },
    startedAt: new Date(startedMs).toISOString(),
    reachedAt: new Date(reachedMs).toISOString(),
  }))
  return { units, position, next: shown.next }
}

type AskedInstead = { definition: FunnelDefinition; nowMs: number; step: number }

/** What those did who completed a step and not the next one: all that is of them behind it, however much later. */
export async function findInstead(
  reading: Reading,
  { definition: asked, nowMs, step }: AskedInstead,
): Promise<InsteadView> {
  const definition = resolved(asked, nowMs)
  const end = await reading.seqAsOf(definition.asOf)
  const kinds = await kindsOf(reading)
  const counts = new InsteadCounts(kind => kinds.get(kind) ?? { type: '', said: {} })
  const period = periodIn(definition, { end, atMs: 0 })
  // Behind the last step nobody is lost.
  if (period && step < definition.steps.length) {
    const find = chainFinder(period.rules)
    for await (const unit of wholeUnitsOf(reading, definition, period)) {
      const { steps, completed } = find(unit)
      if (steps === step) counts.add(unit.more.slice(completed[step - 1], unit.end) as number[])
    }
  }
  return { position: reading.positionAsOf(definition.asOf), ...counts.view() }
}
