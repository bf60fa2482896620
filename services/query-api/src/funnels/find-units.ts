import { chainFinder } from '@tba/events/funnels/chain.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import type { Reading } from '../analytics/reading.ts'
import { toldUnits } from '../analytics/told-units.ts'
import { type Found, forEachUnit, kindsOf, type Page, pageOfUnits } from '../analytics/unit-events.ts'
import { insteadCounts } from './instead.ts'
import {
  type Asked,
  comparedWith,
  funnelOf,
  openUntil,
  reachOf,
  unitsOf,
  wholeUnitsOf,
} from './read-units.ts'

/** What a bar of a funnel counts, or of one of its values. `step` counts from 1. */
type Bar = {
  step: number
  outcome: 'reached' | 'dropped'
  /** Of the breakdown; undefined: any. */
  value?: string | null | undefined
  /** Of the period that it is compared with. */
  compared?: boolean | undefined
}

/** The very units that a bar counts: those that started last come first. */
export async function findUnits(
  reading: Reading,
  { bar, after, limit, ...asked }: Asked & Page & { bar: Bar },
) {
  const own = await funnelOf(reading, asked)
  const { steps, asOf } = own.definition
  const position = reading.positionAsOf(asOf)
  const funnel = bar.compared ? await comparedWith(reading, own) : own
  if (funnel === null) return { units: [], position, next: null }
  const find = chainFinder(funnel.rules)
  const found: (Found & { reached: number; reachedMs: number; open: boolean })[] = []
  await forEachUnit(reading, await unitsOf(reading, funnel), unit => {
    const reach = find(unit)
    const isLost = reach.steps === bar.step && bar.step < steps.length
    const isCounted = bar.outcome === 'reached' ? reach.steps >= bar.step : isLost
    if (!isCounted || (bar.value !== undefined && unit.more[0] !== bar.value)) return
    const last = reach.steps - 1
    found.push({
      ...{ hash: unit.hash, seq: unit.seqs[reach.start[last] as number] as number, reached: reach.steps },
      reachedMs: unit.at[reach.completed[last] as number] as number,
      open: openUntil(unit, funnel.rules) >= funnel.atMs,
    })
  })
  const asPage = { after, limit, isNewestFirst: true }
  const { page, next } = await pageOfUnits({ reading, reach: reachOf(funnel) }, found, asPage)
  const units = page.map(({ id, at: startedAt, reachedMs, reached, open }) => ({
    ...{ id, reached, open, startedAt, reachedAt: new Date(reachedMs).toISOString() },
  }))
  return { units: await toldUnits(reading, funnel.definition.by, units), position, next }
}

/** What those did who completed a step and not the next one: all that is of them behind it, however much later. */
export async function findInstead(
  reading: Reading,
  { step, ...asked }: Asked & { step: number },
): Promise<InsteadView> {
  const funnel = await funnelOf(reading, asked)
  const { steps, asOf } = funnel.definition
  const counts = insteadCounts(await kindsOf(reading))
  const find = chainFinder(funnel.rules)
  // Behind the last step nobody is lost.
  if (step < steps.length)
    await forEachUnit(reading, await wholeUnitsOf(reading, funnel), unit => {
      const reached = find(unit)
      if (reached.steps === step)
        counts.add(unit.more.slice(reached.completed[step - 1], unit.end) as number[])
    })
  return { position: reading.positionAsOf(asOf), ...counts.view() }
}
