import { CheckIcon, PauseIcon, StopIcon, UpdateIcon } from '@radix-ui/react-icons'
import type { ProjectionState, ProjectionStatus } from '@tba/events/projections/views.ts'
import { percent } from '../../shell/format.ts'
import { duration } from '../parts/durations.ts'
import { count } from '../parts/numbers.ts'
import { MomentOf } from '../parts/times.tsx'

/** A sign and a word: colour only adds to them. */
const states: Record<ProjectionState, { word: string; Sign: typeof CheckIcon }> = {
  live: { word: 'Segue il registro', Sign: CheckIcon },
  building: { word: 'In ricostruzione', Sign: UpdateIcon },
  parked: { word: 'Con flussi in attesa', Sign: PauseIcon },
  still: { word: 'Ferma', Sign: StopIcon },
}

type Build = NonNullable<ProjectionStatus['build']>

function Progress({ name, build }: { name: string; build: Build }) {
  const { percent: share, eventsPerSecond, secondsLeft } = build
  return (
    <div className="build-progress">
      <progress max={100} value={share} aria-label={`Ricostruzione di ${name}`} />
      <span>
        {percent(share)}, {count(build.done)} eventi, {count(Math.round(eventsPerSecond))}/s
        {secondsLeft !== null && `, ancora ${duration(secondsLeft)}`}
      </span>
    </div>
  )
}

/** How a projection does, and what is being done to it. */
export function StateOf({ projection }: { projection: ProjectionStatus }) {
  const { name, state, build, failedRebuild } = projection
  const { word, Sign } = states[state]
  return (
    <div className="projection-state">
      <span className="projection-word" data-state={state}>
        <Sign aria-hidden /> {word}
      </span>
      {build && <Progress name={name} build={build} />}
      {failedRebuild && (
        <p className="failed-rebuild">
          Ricostruzione interrotta, <MomentOf at={failedRebuild.at} />: {failedRebuild.error}. Resta quella di
          prima.
        </p>
      )}
    </div>
  )
}
