import { chainsBy } from '@tba/events/funnels/chain.ts'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { InsteadCounts } from '@tba/events/funnels/instead.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { kindsOf } from '../analytics/kinds.ts'
import type { Reading } from '../analytics/reading.ts'
import { stretchOf } from './stretch.ts'
import { trailsOf } from './trails.ts'

export type AskedInstead = { definition: FunnelDefinition; nowMs: number; step: number }

/** What those did who completed a step and not the next one: all that is of them behind it, however much later. */
export async function findInstead(
  reading: Reading,
  { definition: asked, nowMs, step }: AskedInstead,
): Promise<InsteadView> {
  const { breakdown: _, compareTo: __, ...definition } = resolved(asked, nowMs)
  const end = await reading.seqAsOf(definition.asOf)
  const position = reading.positionAsOf(definition.asOf)
  const kinds = await kindsOf(reading)
  const counts = new InsteadCounts(kind => kinds.get(kind) ?? { type: '', said: {} })
  // Behind the last step nobody is lost.
  if (step === definition.steps.length) return { position, ...counts.view() }
  const stretch = await stretchOf(reading, definition, { period: definition, end })
  const chain = chainsBy(stretch.rules)
  for await (const trail of trailsOf(reading, definition, { stretch, end, whole: true })) {
    const reach = chain(trail)
    if (reach.steps !== step) continue
    const completed = trail.seqs[reach.completed[step - 1] as number] as number
    const at = trail.whole.findIndex(({ seq }) => seq === completed)
    counts.add(trail.whole, at)
  }
  return { position, ...counts.view() }
}
