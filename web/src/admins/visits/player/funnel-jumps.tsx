import { chainFinder, follows } from '@tba/events/funnels/chain.ts'
import { type FunnelDefinition, resolvePeriods } from '@tba/events/funnels/definition.ts'
import { satisfies } from '@tba/events/funnels/matches.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { definitionFrom, funnelAddress } from '../../funnels/builder/draft.ts'
import { stepName } from '../../funnels/words.ts'
import { jsonIn } from '../../parts/filters/filters.ts'
import { Jump } from './controls.tsx'
import type { Film, Frame } from './film.ts'

export type FunnelJumpsProps = {
  /** Its definition, as JSON. */
  funnel: string
  film: Film
  at: number
  go: (to: number) => void
}

const bitsOf = ({ event: { type, data } }: Frame, { steps }: FunnelDefinition) =>
  steps.reduce(
    (bits, { event, where = [] }, step) =>
      event === type && satisfies(where, data) ? bits | (1 << step) : bits,
    0,
  )

/** The event of each step that the visit reached, as the funnel counts. */
export function stepsOf(film: Film, definition: FunnelDefinition): number[] {
  const { asOf } = definition
  const matching = film.frames.flatMap((frame, index) => {
    const isThere = asOf === undefined || frame.event.position <= asOf
    const bits = isThere ? bitsOf(frame, definition) : 0
    return bits === 0 ? [] : [{ index, bits, at: Date.parse(frame.event.recordedAt) }]
  })
  const timeOf = (event: number) => matching[event]?.at ?? 0
  const trail = {
    at: matching.map(({ at }) => at),
    steps: matching.map(({ bits }) => bits),
    first: 0,
    end: matching.length,
  }
  const rules = rulesOf(resolvePeriods(definition, Date.now()))
  const reach = chainFinder(rules)(trail)
  const last = reach.steps - 1
  if (last < 0) return []
  const [start = 0, end = 0] = [reach.start[last], reach.completed[last]]
  const chain = [end]
  for (let step = last - 1; step >= 0; step--) {
    const next = chain[0] ?? end
    const isSought = (its: number, event: number) =>
      its === step && timeOf(next) - timeOf(event) <= (rules.stepWindowsMs[step] ?? 0)
    chain.unshift(step === 0 ? start : follows({ ...trail, end: next }, rules, { start, isSought }))
  }
  return chain.map(event => matching[event]?.index ?? 0)
}

export default function FunnelJumps({ funnel, film, at, go }: FunnelJumpsProps) {
  const definition = useMemo(() => definitionFrom(jsonIn(funnel)), [funnel])
  const reached = useMemo(() => (definition ? stepsOf(film, definition) : []), [definition, film])
  if (definition?.by !== 'visit') return null
  return (
    <nav className="player-steps" aria-label="Passi del funnel">
      <Link to={funnelAddress(definition)}>Torna al funnel</Link>
      {definition.steps.map((step, index) => {
        const to = reached[index] ?? -1
        const name = `${stepName(step)}${to < 0 ? ', non raggiunto' : ''}`
        return (
          <Jump
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={index}
            {...{ film, to, go }}
            title={name}
            aria-label={`Passo ${index + 1}: ${name}`}
            aria-current={at === to ? 'step' : undefined}
          >
            Passo {index + 1}
          </Jump>
        )
      })}
    </nav>
  )
}
