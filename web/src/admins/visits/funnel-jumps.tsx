import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { definitionOf, emptyDraft, isComplete } from '../funnels/draft.ts'
import { readDraft } from '../funnels/draft-address.ts'
import { lastDays } from '../funnels/periods.ts'
import { stepName } from '../funnels/words.ts'
import type { Film } from './film.ts'
import { stepsOf } from './funnel-steps.ts'
import { Jump } from './jump.tsx'

export type FunnelJumpsProps = {
  /** As the page of funnels has it in its own address. */
  funnel: string
  film: Film
  at: number
  go: (to: number) => void
}

function definitionIn(funnel: string) {
  const { draft, unread } = readDraft(new URLSearchParams(funnel), emptyDraft(lastDays(30)))
  return draft && unread.length === 0 && isComplete(draft) ? definitionOf(draft).definition : null
}

/** Where the steps of the funnel lie by which somebody came to this visit, and the way back to it. */
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
