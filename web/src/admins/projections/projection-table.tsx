import { CheckIcon, PauseIcon, StopIcon, UpdateIcon } from '@radix-ui/react-icons'
import type { ProjectionState, ProjectionStatus } from '@tba/events/projections/views.ts'
import { Value } from '../../shell/facts.tsx'
import { count, percent } from '../../shell/format.ts'
import { duration } from '../parts/durations.ts'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { RebuildButton } from './rebuild.button.tsx'

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
function StateOf({ projection }: { projection: ProjectionStatus }) {
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

type Row = ProjectionStatus & { id: string }

export const lag = (lagMs: number) =>
  lagMs === 0 ? '0 s' : lagMs < 1_000 ? '< 1 s' : duration(lagMs / 1_000)

const columnsFor = (changed: () => Promise<unknown>): Column<Row>[] => [
  { name: 'Proiezione', width: '15%', cell: ({ name }) => <strong>{name}</strong> },
  { name: 'Stato', width: '34%', cell: row => <StateOf projection={row} /> },
  { name: 'Ritardo', width: '10%', cell: ({ lagMs }) => lag(lagMs) },
  {
    name: 'Ritmo',
    width: '10%',
    cell: ({ eventsPerSecond }) => `${count(Math.round(eventsPerSecond * 10) / 10)}/s`,
  },
  {
    name: 'Versione',
    width: '8%',
    cell: ({ version }) => <Value>{version === null ? null : String(version)}</Value>,
  },
  {
    name: 'Posizione',
    width: '12%',
    cell: ({ position }) =>
      position ? (
        <code className="position" title={position}>
          …{position.slice(-8)}
        </code>
      ) : (
        <Value>{null}</Value>
      ),
  },
  {
    name: 'Che fare',
    width: '11%',
    cell: ({ name, build }) => <RebuildButton name={name} isBuilding={build !== null} changed={changed} />,
  },
]

type Props = { projections: readonly ProjectionStatus[]; changed: () => Promise<unknown> }

export function ProjectionTable({ projections, changed }: Props) {
  const rows = projections.map(projection => ({ ...projection, id: projection.name }))
  return <Ledger caption="Le proiezioni e il loro stato" columns={columnsFor(changed)} rows={rows} />
}
