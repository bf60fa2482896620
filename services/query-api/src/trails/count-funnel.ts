import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { chainsBy } from '@tba/events/funnels/chain.ts'
import { countWhole, type FunnelCounts } from '@tba/events/funnels/count.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { gatherSteps, worthToChains } from './gather-steps.ts'
import { OfKinds } from './kinds.ts'
import type { Look } from './look.ts'
import { giveBack, type Trails } from './sorted-trails.ts'
import { stepsBy } from './steps.ts'
import { type ValueOf, valuesOf } from './values-of.ts'

/** What a definition is counted over: the trails of its units, and which of them count. */
export type Counted = { trails: Trails; upTo: PackedPosition; valueIn: ValueOf | null }

/** Counts a funnel, of which each unit's events are gone through once a period. */
export async function countFunnel(look: Look, definition: FunnelDefinition): Promise<FunnelResult> {
  const { compareTo, breakdown } = definition
  const counted = await gatherFunnel(look, definition)
  const own = await countIn(counted, definition, definition)
  const compared = compareTo && (await countIn(counted, definition, compareTo))
  const view = (counts: FunnelCounts) => ({
    steps: counts.results(),
    ...(breakdown && counts.byValue()),
  })
  giveBack(counted.trails)
  return {
    position: look.positionOf(counted.upTo),
    ...view(own),
    ...(compared && { compared: view(compared) }),
  }
}

function countIn(
  { trails, valueIn }: Counted,
  definition: FunnelDefinition,
  period: { from: string; to: string },
): Promise<FunnelCounts> {
  const rules = rulesOf(definition, period)
  const chain = chainsBy(rules)
  const trail = { at: trails.at, steps: trails.steps, first: 0, end: 0 }
  const { units, starts, ends } = trails
  return countWhole(rules.steps, counts => {
    for (let at = 0; at < units.length; at++) {
      trail.first = starts[at] as number
      trail.end = ends[at] as number
      const reach = chain(trail)
      if (reach.steps > 0) counts.add(trail, reach, valueIn?.(units[at] as number))
    }
  })
}

/** @param places whether it matters where the events stand in the log */
export async function gatherFunnel(
  look: Look,
  definition: FunnelDefinition,
  { places = false } = {},
): Promise<Counted> {
  const { by, steps, breakdown, compareTo, bots = false } = definition
  const upTo = look.placeAsOf(definition.asOf)
  const gathered = {
    by,
    marks: new OfKinds(look.columns.kinds, stepsBy(steps).matched),
    owners: by === 'customer' ? await look.own(upTo, { bots }) : null,
    places,
    kinds: false,
  }
  const rules = [definition, ...(compareTo ? [compareTo] : [])].map(period => rulesOf(definition, period))
  const { windowMs = 0 } = rules[0] ?? {}
  const ranges = await look.betweenOf(rules, windowMs, upTo)
  const events = await gatherSteps(look, { ranges, gathered, steps, worthOf: worthToChains(look, rules) })
  const all = events.trails()
  const trails = by === 'visit' && !bots ? await withoutRobots(look, all, upTo) : all
  const valueIn = breakdown ? await valuesOf(breakdown, { look, trails, upTo, by }) : null
  return { trails, upTo, valueIn }
}

/** The events stay where they are; only their units go. */
export async function withoutRobots(look: Look, trails: Trails, upTo: PackedPosition): Promise<Trails> {
  const robots = await look.robotsAmong(trails.units, upTo)
  if (robots.size === 0) return trails
  const isKept = trails.units.map(unit => (robots.has(unit) ? 0 : 1))
  const kept = (numbers: Int32Array) => numbers.filter((_, at) => isKept[at] === 1)
  return { ...trails, units: kept(trails.units), starts: kept(trails.starts), ends: kept(trails.ends) }
}
