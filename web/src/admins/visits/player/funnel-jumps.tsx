import { chainFinder, type UnitEvents } from '@tba/events/funnels/chain.ts'
import { type FunnelDefinition, resolvePeriods } from '@tba/events/funnels/definition.ts'
import { satisfies } from '@tba/events/funnels/matches.ts'
import { type Rules, rulesOf } from '@tba/events/funnels/rules.ts'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { definitionOf, emptyDraft, isComplete } from '../../funnels/builder/draft.ts'
import { readDraft } from '../../funnels/builder/draft-address.ts'
import { stepName } from '../../funnels/words.ts'
import { Jump } from './controls.tsx'
import type { Film, Frame } from './film.ts'

export type FunnelJumpsProps = {
  /** The parameters of the page Funnel. */
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
  const chain = rules.strict
    ? Array.from({ length: reach.steps }, (_, step) => end - last + step)
    : chainBetween(trail, rules, { start, end, last })
  return chain.map(at => matching[at]?.index ?? 0)
}

type Ends = { start: number; end: number; last: number }

/** A chain between these events. There is one, or the funnel had not counted the visit. */
function chainBetween({ at, steps }: UnitEvents, rules: Rules, { start, end, last }: Ends): number[] {
  const timeOf = (event: number) => at[event] as number
  const ways = new Map<string, number[] | null>()
  /** Each pair of event and step is tried once. */
  function wayFrom(event: number, step: number): number[] | null {
    if (step === last) return event === end ? [event] : null
    const key = `${event} ${step}`
    const known = ways.get(key)
    if (known !== undefined) return known
    const windowMs = rules.stepWindowsMs[step] as number
    let way: number[] | null = null
    for (let next = event + 1; next <= end && !way; next++) {
      const isStep = ((steps[next] as number) >> (step + 1)) % 2 === 1
      const isNear =
        timeOf(next) - timeOf(event) <= windowMs && timeOf(next) - timeOf(start) <= rules.windowMs
      if (isStep && isNear) way = wayFrom(next, step + 1)
    }
    const found = way && [event, ...way]
    ways.set(key, found)
    return found
  }
  return wayFrom(start, 0) ?? [start]
}

function definitionIn(funnel: string) {
  const { draft, unread } = readDraft(new URLSearchParams(funnel), emptyDraft())
  return draft && unread.length === 0 && isComplete(draft) ? definitionOf(draft).definition : null
}

export default function FunnelJumps({ funnel, film, at, go }: FunnelJumpsProps) {
  const definition = useMemo(() => definitionIn(funnel), [funnel])
  const reached = useMemo(() => (definition ? stepsOf(film, definition) : []), [definition, film])
  const back = <Link to={`/admin/funnels?${new URLSearchParams(funnel)}`}>Torna al funnel</Link>
  if (definition?.by !== 'visit') return <nav className="player-steps">{back}</nav>
  return (
    <nav className="player-steps" aria-label="Passi del funnel">
      {back}
      {definition.steps.map((step, index) => {
        const to = reached[index] ?? null
        const name = `${stepName(step)}${to === null ? ', non raggiunto' : ''}`
        return (
          <Jump
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={index}
            {...{ to, go }}
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
