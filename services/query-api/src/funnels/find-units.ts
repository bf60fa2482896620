import { chainFinder, furthestChain } from '@tba/events/funnels/chain.ts'
import type { FunnelUnits } from '@tba/events/funnels/definition.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { present } from '@tba/events/present.ts'
import type { SideKind } from '@tba/events/tracking/interaction-type.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { forEachUnit, signaturesIn } from '../analytics/unit-events.ts'
import { type FoundUnit, type Page, pageOfUnits } from '../analytics/unit-page.ts'
import { insteadCounts } from './instead.ts'
import {
  allEvents,
  comparedFunnel,
  type FunnelInput,
  openUntil,
  resolveFunnel,
  stepEvents,
  valuesOf,
} from './read-units.ts'

/** A bar of a funnel, or one value of it. */
type Bar = Pick<FunnelUnits, 'step' | 'outcome' | 'value' | 'compared'>

/** Exactly the units that a bar counts, latest start first. */
export async function findUnits(
  snapshot: Snapshot,
  { bar, after, limit, ...input }: FunnelInput & Page & { bar: Bar },
) {
  const own = await resolveFunnel(snapshot, input)
  const { steps, asOf } = own.definition
  const funnel = bar.compared ? await comparedFunnel(snapshot, own) : own
  if (funnel === null) return { units: [], position: snapshot.positionAsOf(asOf), next: null }
  const find = chainFinder(funnel.rules)
  const values = valuesOf(own.definition.breakdown)
  const found: (FoundUnit & { reached: number; reachedMs: number; open: boolean })[] = []
  await forEachUnit(snapshot, await stepEvents(snapshot, funnel), unit => {
    const reached = find(unit)
    const isLost = reached.steps === bar.step && bar.step < steps.length
    const isCounted = bar.outcome === 'reached' ? reached.steps >= bar.step : isLost
    if (!isCounted || (bar.value !== undefined && !values(unit.more[0]).includes(bar.value))) return
    const last = reached.steps - 1
    found.push({
      hash: unit.hash,
      seq: present(unit.seqs[present(reached.start[last])]),
      reached: reached.steps,
      reachedMs: present(unit.at[present(reached.completed[last])]),
      open: openUntil(unit, funnel.rules) >= funnel.atMs,
    })
  })
  const listed = { scope: funnel.scope, asOf, units: found }
  const { units, ...end } = await pageOfUnits(snapshot, listed, { after, limit })
  const toView = ({ reachedMs, ...unit }: (typeof units)[number]) => ({
    ...unit,
    reachedAt: new Date(reachedMs).toISOString(),
  })
  return { units: units.map(toView), ...end }
}

/** The ids of the events with which a visit reached each step. */
export async function findSteps(
  snapshot: Snapshot,
  { visit, definition, nowMs }: FunnelInput & { visit: string },
): Promise<string[]> {
  const only = { types: [], words: [], visits: [visit] }
  const { breakdown: _, ...counted } = definition
  const funnel = await resolveFunnel(snapshot, { definition: { ...counted, by: 'visit' }, nowMs, only })
  let seqs: number[] = []
  await forEachUnit(snapshot, await stepEvents(snapshot, funnel), unit => {
    seqs = furthestChain(unit, funnel.rules).map(event => present(unit.seqs[event]))
  })
  if (seqs.length === 0) return []
  const rows = await snapshot.rows<{ id: string }>(sql`
    select event_id::varchar as id from events where seq in (${join(seqs)}) order by seq`)
  return rows.map(({ id }) => id)
}

/** The next actions of units that completed a step and not the next one, however much later. */
export async function findInstead(
  snapshot: Snapshot,
  { step, also, ...input }: FunnelInput & { step: number; also?: readonly SideKind[] | undefined },
): Promise<InsteadView> {
  const funnel = await resolveFunnel(snapshot, input)
  const { steps, asOf } = funnel.definition
  const query = await allEvents(snapshot, funnel)
  const signatures = await signaturesIn(snapshot, query.events(query.scope))
  const counts = insteadCounts(signatures.of, also)
  const find = chainFinder(funnel.rules)
  // Nobody can stop after the last step.
  if (step < steps.length)
    await forEachUnit(snapshot, query, unit => {
      const reached = find(unit)
      if (reached.steps === step)
        counts.add(
          unit.more.slice(reached.completed[step - 1], unit.end).filter(more => typeof more === 'number'),
        )
    })
  return { position: snapshot.positionAsOf(asOf), ...counts.view() }
}
