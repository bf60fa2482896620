import { chainsBy } from '@tba/events/funnels/chain.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { InsteadCounts } from '@tba/events/funnels/instead.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { gatherFunnel } from './count-funnel.ts'
import { OfKinds } from './kinds.ts'
import type { Look } from './look.ts'
import { before } from './places.ts'
import { placeIn, type Trails } from './sorted-trails.ts'
import { Gathering } from './trails-of.ts'

/** Each of them is gone through in some microseconds, those of many events in a millisecond. */
const unitsAtOnce = 1_000

/** What those did who completed a step and not the next one: all that is of them behind it, however much later. */
export async function insteadOf(
  look: Look,
  definition: FunnelDefinition,
  step: number,
): Promise<InsteadView> {
  const { trails, upTo } = await gatherFunnel(look, definition, { places: true })
  const completed = await completedAt(look, trails, { definition, step })
  const counts = new InsteadCounts(kind => look.columns.kinds.of(kind))
  const whole = await wholeTrails(look, { trails, completed, upTo, by: definition.by })
  for (let at = 0; at < whole.units.length; at++) {
    if (at % unitsAtOnce === 0) await look.pause()
    const event = completed.get(whole.units[at] as number)
    const found = event === undefined ? -1 : sameEvent(whole, at, trails, event)
    if (found >= 0) counts.add({ kinds: whole.kinds, end: whole.ends[at] as number }, found)
  }
  return { position: look.positionOf(upTo), ...counts.view() }
}

/** By the number of a unit that went no further: the event of its trail by which it did. Behind the last step nobody is lost. */
async function completedAt(
  look: Look,
  trails: Trails,
  { definition, step }: { definition: FunnelDefinition; step: number },
): Promise<Map<number, number>> {
  const chain = chainsBy(rulesOf(definition))
  const { units, starts, ends } = trails
  const trail = { at: trails.at, steps: trails.steps, first: 0, end: 0 }
  const completed = new Map<number, number>()
  if (step === definition.steps.length) return completed
  for (let at = 0; at < units.length; at++) {
    if (at % unitsAtOnce === 0) await look.pause()
    trail.first = starts[at] as number
    trail.end = ends[at] as number
    const reach = chain(trail)
    if (reach.steps === step) completed.set(units[at] as number, reach.completed[step - 1] as number)
  }
  return completed
}

type Asked = {
  trails: Trails
  completed: ReadonlyMap<number, number>
  upTo: Look['upTo']
  by: FunnelDefinition['by']
}

/** All events of these units, from the first one on that completed the step. */
async function wholeTrails(look: Look, { trails, completed, upTo, by }: Asked): Promise<Trails> {
  const only = new Uint8Array(look.columns.streams.size)
  let first = upTo
  for (const [unit, event] of completed) {
    only[unit] = 1
    const place = placeIn(trails.places, event)
    if (place < first) first = place
  }
  const marks = new OfKinds(look.columns.kinds, () => 1)
  const events = new Gathering(look.columns, { by, marks, owners: look.owners, places: true, only })
  if (completed.size > 0)
    for await (const slice of look.slices({ after: before(first), upTo })) events.add(slice)
  return events.trails()
}

/** Where an event of other trails stands in this unit's trail; -1 where it has expired meanwhile. */
function sameEvent(whole: Trails, unit: number, { places }: Trails, event: number): number {
  const isSame = (other: number) => {
    for (let word = 0; word < 4; word++)
      if (whole.places[other * 4 + word] !== places[event * 4 + word]) return false
    return true
  }
  for (let other = whole.starts[unit] as number; other < (whole.ends[unit] as number); other++)
    if (isSame(other)) return other
  return -1
}
