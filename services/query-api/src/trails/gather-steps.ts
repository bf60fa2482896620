import { chainsBy } from '@tba/events/funnels/chain.ts'
import type { FunnelStep } from '@tba/events/funnels/definition.ts'
import type { Rules } from '@tba/events/funnels/rules.ts'
import { OpenSteps, type WorthOf } from './by-data.ts'
import type { Look } from './look.ts'
import type { Between } from './places.ts'
import { asksForData } from './steps.ts'
import { type Gathered, Gathering } from './trails-of.ts'

type Asked = {
  ranges: readonly Between[]
  gathered: Gathered
  steps: readonly FunnelStep[]
  worthOf: WorthOf
}

/** The events of these ranges that match steps, those too of which their own data decide it. */
export async function gatherSteps(
  look: Look,
  { ranges, gathered, steps, worthOf }: Asked,
): Promise<Gathering> {
  const open = new OpenSteps(look, steps)
  const gather = async (isOpen: boolean) => {
    const { places = false, kinds = true } = gathered
    const wanted = { ...gathered, places: places || isOpen, kinds: kinds || isOpen }
    const events = new Gathering(look.columns, wanted)
    for (const between of ranges) for await (const slice of look.slices(between)) events.add(slice)
    return events
  }
  const isOpen = asksForData(steps) || open.areThere
  const events = await gather(isOpen)
  if (!open.areThere) return events
  // Without their places where only what was loaded just now left anything open.
  const all = isOpen ? events : await gather(true)
  await open.decide(look, all, worthOf)
  return all
}

/**
 * An event decides nothing for a unit that comes less far than its step even if all that is open matches. In a strict chain
 * an event also stands between two others, where there are two.
 */
export function worthToChains(look: Look, rules: readonly Rules[]): WorthOf {
  return (events, step) => {
    const reached = mostReached(events, new Uint8Array(look.columns.streams.size), rules)
    const needed = rules.some(({ strict }) => strict) ? Math.min(step, 1) : step
    return event => (reached[events.units[event] as number] as number) > needed
  }
}

/** By the number of a unit: how many steps it reaches at most. */
function mostReached(events: Gathering, reached: Uint8Array, rules: readonly Rules[]): Uint8Array {
  const { units, starts, ends, at, steps } = events.sorted()
  // What is strict is stricter: whatever it reaches, a loose chain does.
  const chains = rules.map(rule => chainsBy({ ...rule, strict: false }))
  const trail = { at, steps, first: 0, end: 0 }
  for (let index = 0; index < units.length; index++) {
    trail.first = starts[index] as number
    trail.end = ends[index] as number
    reached[units[index] as number] = Math.max(...chains.map(chain => chain(trail).steps))
  }
  return reached
}
