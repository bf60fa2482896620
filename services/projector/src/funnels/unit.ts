import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { chainsBy } from '@tba/events/funnels/chain.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import { isLastThatCounts, type KindRule } from '@tba/runtime/funnels/kind-rules.ts'

/** An event from which the funnel takes something. */
export type UnitEvent = {
  place: PackedPosition
  at: number
  rule: KindRule
  /** Bit k: it matches step k + 1; its own data have been asked. */
  steps: number
  /** The visit that it is of, by its key; null: it stands in a stream of the customer's own. */
  visit: number | null
}

/** A visit or a customer, by the key of its stream, with its events in the order of the log. */
export type Unit = {
  key: number
  events: readonly UnitEvent[]
  /** The visits that are the customer's, and since which place: the first that was tied stands first. */
  ties: readonly { visit: number; place: PackedPosition }[]
  /** Where a customer was registered: who names their number before that is nobody's visit yet. */
  since: PackedPosition | null
}

/** How far a unit came: for each period the times between its steps, as many as it reached (the first one is 0). */
export type Came = { value: string | null; periods: readonly (readonly number[])[] }

/** How far a unit had come up to a place of the log; null: it counts nowhere. */
export function cameBy(definition: FunnelDefinition): (unit: Unit, upTo: PackedPosition) => Came | null {
  const { compareTo, by } = definition
  const chains = [definition, ...(compareTo ? [compareTo] : [])].map(period =>
    chainsBy(rulesOf(definition, period)),
  )
  return (unit, upTo) => {
    if (by === 'customer' && (unit.since === null || unit.since > upTo)) return null
    const events = unit.events.filter(({ place }) => place <= upTo)
    const visits = by === 'visit' ? [unit.key] : visitsOf(unit, upTo)
    const robots = robotsAmong(events)
    const counting = new Set(visits.filter(visit => !robots.has(visit)))
    const seen = events.filter(({ visit }) => visit === null || counting.has(visit))
    // An event in one visit's stream that names another is there twice where both are the customer's.
    const matching = seen
      .filter(({ steps }) => steps !== 0)
      .filter(({ place }, at, all) => place !== all[at - 1]?.place)
    const periods = chains.map(reachOf => timesIn(matching, reachOf))
    if (periods.every(({ length }) => length === 0)) return null
    const first = visits.find(visit => counting.has(visit)) ?? null
    return { value: valueAmong(seen, first, definition.breakdown), periods }
  }
}

/** The visits that are the customer's by then; the one that was tied first stands first. */
const visitsOf = ({ ties }: Unit, upTo: PackedPosition) =>
  ties.filter(({ place }) => place <= upTo).map(({ visit }) => visit)

const robotsAmong = (events: readonly UnitEvent[]) =>
  new Set(events.filter(({ rule }) => rule.isRobot).map(({ visit }) => visit))

function timesIn(events: readonly UnitEvent[], reachOf: ReturnType<typeof chainsBy>): number[] {
  const at = events.map(event => event.at)
  const trail = { at, steps: events.map(({ steps }) => steps), first: 0, end: events.length }
  const { steps, completed, previous } = reachOf(trail)
  const timeOf = (event: number | undefined) => at[event ?? 0] ?? 0
  return Array.from({ length: steps }, (_, step) =>
    step === 0 ? 0 : timeOf(completed[step]) - timeOf(previous[step]),
  )
}

/** A customer has the device, referrer and source of the visit that was tied first. */
function valueAmong(
  events: readonly UnitEvent[],
  first: number | null,
  breakdown: FunnelDefinition['breakdown'],
): string | null {
  if (!breakdown) return null
  const telling = events.filter(({ rule }) => rule.value !== undefined)
  const counts = isLastThatCounts(breakdown) ? telling.at(-1) : telling.find(({ visit }) => visit === first)
  return counts?.rule.value ?? null
}
