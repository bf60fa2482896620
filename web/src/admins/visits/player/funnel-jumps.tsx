import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { funnelAddress, parseDefinition } from '../../funnels/builder/draft.ts'
import { stepName } from '../../funnels/builder/words.ts'
import { parseJson } from '../../parts/filters/filters.ts'
import { Jump } from './controls.tsx'
import type { Playback } from './playback.ts'

export type FunnelJumpsProps = {
  /** Its definition, as JSON. */
  funnel: string
  /** The ids of the events with which the visit reached each step. */
  steps: readonly string[]
  playback: Playback
  at: number
  go: (to: number) => void
}

export default function FunnelJumps({ funnel, steps, playback, at, go }: FunnelJumpsProps) {
  const definition = useMemo(() => parseDefinition(parseJson(funnel)), [funnel])
  if (definition?.by !== 'visit') return null
  return (
    <nav className="player-steps" aria-label="Passi del funnel">
      <Link to={funnelAddress(definition)}>Torna al funnel</Link>
      {definition.steps.map((step, index) => {
        const to = playback.frames.findIndex(({ event }) => event.id === steps[index])
        const name = `${stepName(step)}${to < 0 ? ', non raggiunto' : ''}`
        return (
          <Jump
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
            key={index}
            playback={playback}
            to={to}
            go={go}
            title={name}
            aria-label={`Passo ${index + 1}: ${name}`}
            aria-current={at === to ? 'step' : undefined}
          >
            {`Passo ${index + 1}`}
          </Jump>
        )
      })}
    </nav>
  )
}
