import type { HistoryEvent } from '../history/views.ts'
import { chainFinder, follows } from './chain.ts'
import { type FunnelDefinition, resolvePeriods } from './definition.ts'
import { satisfies } from './matches.ts'
import { rulesOf } from './rules.ts'

type RecordedEvent = Pick<HistoryEvent, 'type' | 'data' | 'position' | 'recordedAt'>

const bitsOf = ({ type, data }: RecordedEvent, { steps }: FunnelDefinition) =>
  steps.reduce(
    (bits, { event, where = [] }, step) =>
      event === type && satisfies(where, data) ? bits | (1 << step) : bits,
    0,
  )

/** The event of each step that a unit reached, as the funnel counts. Its events are in log order. */
export function reachedEvents(events: readonly RecordedEvent[], definition: FunnelDefinition): number[] {
  const { asOf } = definition
  const matching = events.flatMap((event, index) => {
    const isIncluded = asOf === undefined || event.position <= asOf
    const bits = isIncluded ? bitsOf(event, definition) : 0
    return bits === 0 ? [] : [{ index, bits, at: Date.parse(event.recordedAt) }]
  })
  const timeOf = (event: number) => matching[event]?.at ?? 0
  const unit = {
    at: matching.map(({ at }) => at),
    steps: matching.map(({ bits }) => bits),
    end: matching.length,
  }
  const rules = rulesOf(resolvePeriods(definition, Date.now()))
  const reached = chainFinder(rules)(unit)
  const last = reached.steps - 1
  if (last < 0) return []
  const [start = 0, end = 0] = [reached.start[last], reached.completed[last]]
  const chain = [end]
  for (let step = last - 1; step >= 0; step--) {
    const next = chain[0] ?? end
    const isTarget = (reachedStep: number, event: number) =>
      reachedStep === step && timeOf(next) - timeOf(event) <= (rules.stepWindowsMs[step] ?? 0)
    chain.unshift(step === 0 ? start : follows({ ...unit, end: next }, rules, { start, isTarget }))
  }
  return chain.map(event => matching[event]?.index ?? 0)
}
