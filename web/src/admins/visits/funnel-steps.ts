import { chainsBy } from '@tba/events/funnels/chain.ts'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { satisfies } from '@tba/events/funnels/matches.ts'
import { type Rules, rulesOf } from '@tba/events/funnels/rules.ts'
import type { Trail } from '@tba/events/funnels/trail.ts'
import type { Film, Frame } from './film.ts'

/** Bit k: the event matches step k + 1. */
const bitsOf = ({ event: { type, data } }: Frame, { steps }: FunnelDefinition) =>
  steps.reduce(
    (bits, { event, where = [] }, step) =>
      event === type && satisfies(where, data) ? bits | (1 << step) : bits,
    0,
  )

/** The events of a film by which its visit came as far as it did in a funnel, a step each: found as the funnel counts. */
export function stepsOf(film: Film, definition: FunnelDefinition): number[] {
  const { asOf } = definition
  const matching = film.frames.flatMap((frame, index) => {
    const isThere = asOf === undefined || frame.event.position <= asOf
    const bits = isThere ? bitsOf(frame, definition) : 0
    return bits === 0 ? [] : [{ index, bits, at: Date.parse(frame.event.recordedAt) }]
  })
  const trail = {
    at: matching.map(({ at }) => at),
    steps: matching.map(({ bits }) => bits),
    first: 0,
    end: matching.length,
  }
  const rules = rulesOf(resolved(definition, Date.now()))
  const reach = chainsBy(rules)(trail)
  const last = reach.steps - 1
  if (last < 0) return []
  const [start = 0, end = 0] = [reach.start[last], reach.completed[last]]
  const chain = rules.strict
    ? Array.from({ length: reach.steps }, (_, step) => end - last + step)
    : chainBetween(trail, rules, { start, end, last })
  return chain.map(at => matching[at]?.index ?? 0)
}

/** As step k + 1 of a chain, and the event of the step before. */
type Link = { at: number; before: Link | null }

/** One of the chains that begin and end with these events; there is one. */
function chainBetween(
  { at, steps }: Trail,
  { windowMs, stepWindowsMs }: Rules,
  { start, end, last }: { start: number; end: number; last: number },
): number[] {
  const timeOf = (event: number) => at[event] as number
  const links: Link[][] = Array.from({ length: last + 1 }, () => [])
  links[0]?.push({ at: start, before: null })
  for (let event = start + 1; event <= end; event++) {
    if (timeOf(event) - timeOf(start) > windowMs) continue
    // The last step first: an event is one step of a chain.
    for (let step = last; step > 0; step--) {
      if (((steps[event] as number) >> step) % 2 === 0) continue
      const isNear = (link: Link) => timeOf(event) - timeOf(link.at) <= (stepWindowsMs[step - 1] as number)
      const before = links[step - 1]?.find(isNear)
      if (before) links[step]?.push({ at: event, before })
    }
  }
  const chain: number[] = []
  for (let link = links[last]?.find(each => each.at === end) ?? null; link; link = link.before)
    chain.unshift(link.at)
  return chain.length > 0 ? chain : [start]
}
