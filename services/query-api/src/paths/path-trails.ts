import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { pathStep } from '@tba/events/paths/path-step.ts'
import { withoutRobots } from '../trails/count-funnel.ts'
import { gatherSteps } from '../trails/gather-steps.ts'
import { OfKinds } from '../trails/kinds.ts'
import type { Look } from '../trails/look.ts'
import type { Trails } from '../trails/sorted-trails.ts'
import { stepsBy } from '../trails/steps.ts'
import type { PathsAsked } from './asked.ts'
import { longestMs } from './count-paths.ts'

/** The marks of an event: paths may begin with it, as with the first step of a funnel; it is a step. */
export const begins = 1
const isStep = 2

/** The events of all visits but those of robots, as far as a path may lead from the period. */
export async function trailsOfPaths(
  look: Look,
  asked: PathsAsked,
  { upTo, places }: { upTo: PackedPosition; places: boolean },
): Promise<Trails> {
  const { matched } = stepsBy([asked])
  const marks = new OfKinds(
    look.columns.kinds,
    (type, said) => matched(type, said) | (pathStep(type, said) ? isStep : 0),
  )
  const { fromMs, toMs } = asked
  const events = await gatherSteps(look, {
    ranges: await rangesOf(look, asked, upTo),
    gathered: { by: 'visit', marks, places },
    steps: [asked],
    // No path begins outside of the period.
    worthOf: its => event => (its.at[event] as number) >= fromMs && (its.at[event] as number) < toMs,
  })
  return withoutRobots(look, events.trails(), upTo)
}

function rangesOf(look: Look, { fromMs, toMs, direction }: PathsAsked, upTo: PackedPosition) {
  return direction === 'next'
    ? look.betweenOf([{ fromMs, toMs }], longestMs, upTo)
    : look.betweenOf([{ fromMs: fromMs - longestMs, toMs }], 0, upTo)
}
