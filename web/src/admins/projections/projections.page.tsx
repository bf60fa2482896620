import { CheckIcon, PauseIcon, StopIcon, UpdateIcon } from '@radix-ui/react-icons'
import type {
  AnalyticsStatus,
  ProjectionState,
  ProjectionStatus,
  Standstill,
} from '@tba/events/projections/views.ts'
import { useEffect, useState } from 'react'
import { Value } from '../../components/facts.tsx'
import { count, percent } from '../../components/format.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { usePageTitle } from '../../shell/page.tsx'
import { useToast } from '../../toasts/toast.ts'
import { useAction } from '../api/reads.ts'
import { useMay } from '../api/token.ts'
import { type Column, Ledger } from '../parts/lists/ledger.tsx'
import { WatchedTitle } from '../parts/page/page-title.tsx'
import { Progress, StateWord } from '../parts/page/progress.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { duration } from '../parts/time/durations.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { ParkedStreams } from './parked-streams.tsx'
import { requestRebuild, useProjections } from './projections-data.ts'
import './projections.css'

export default function ProjectionsPage() {
  const answer = useProjections({ isWatched: true })
  const { data, error, mutate } = answer
  usePageTitle('Proiezioni')
  const changed = () => mutate()
  return (
    <main className="console">
      <WatchedTitle title="Proiezioni" data={data} error={error} />
      {!data ? (
        <ViewState answer={answer} />
      ) : data.projections.length === 0 ? (
        <p className="quiet">Nessuna proiezione ancora: le crea il proiettore, al suo primo avvio.</p>
      ) : (
        <>
          <ProjectionTable projections={data.projections} changed={changed} />
          <AnalyticsCopy copy={data.analytics} changed={changed} />
          <ParkedStreams projections={data.projections} changed={changed} />
        </>
      )}
    </main>
  )
}

const copyStates: Record<AnalyticsStatus['state'], { word: string; Sign: typeof CheckIcon }> = {
  live: { word: 'Segue il registro', Sign: CheckIcon },
  building: { word: 'In costruzione', Sign: UpdateIcon },
  rebuilding: { word: 'In ricostruzione: risponde quella di prima', Sign: UpdateIcon },
}

const megabytes = (bytes: number) => `${count(Math.max(1, Math.round(bytes / 1e6)))} MB`

type Props = { copy: AnalyticsStatus; changed: () => Promise<unknown> }

export function AnalyticsCopy({ copy, changed }: Props) {
  const { state, lagMs, events, bytes, progress, instance } = copy
  const { word, Sign } = copyStates[state]
  const isLive = state === 'live'
  return (
    <section className="analytics-copy" aria-labelledby="analytics-copy">
      <h2 id="analytics-copy">Copia per le analisi</h2>
      <p className="quiet small">
        Da qui contano Panoramica, Eventi, Visite, Funnel, Percorsi e Fidelizzazione. Ogni istanza ha la sua:
        questa è di {instance}.
      </p>
      <p>
        <StateWord Sign={Sign} state={isLive ? 'live' : 'building'}>
          {word}
        </StateWord>
        : {count(events)} eventi, {megabytes(bytes)}, ritardo {lag(lagMs)}.
      </p>
      {!isLive && (
        <Progress label="Ricostruzione della copia per le analisi" share={100 * progress}>
          {percent(Math.floor(progress * 1_000) / 10)}
        </Progress>
      )}
      {useMay('manage-projections') && (
        <RebuildButton name="analytics" isBuilding={!isLive} changed={changed} />
      )}
    </section>
  )
}

/** A sign and a word: colour only adds to them. */
const states: Record<ProjectionState, { word: string; Sign: typeof CheckIcon }> = {
  live: { word: 'Segue il registro', Sign: CheckIcon },
  building: { word: 'In ricostruzione', Sign: UpdateIcon },
  parked: { word: 'Con flussi in attesa', Sign: PauseIcon },
  still: { word: 'Ferma', Sign: StopIcon },
}

const standstills: Record<Standstill['reason'], string> = {
  unbuilt: 'Non è mai stata costruita, e nessun proiettore la costruisce',
  unled: 'Nessun proiettore la segue',
  unmoved: 'Un proiettore la segue, ma non avanza: il suo registro dice perché',
}

type Build = NonNullable<ProjectionStatus['build']>

const progressOf = ({ percent: share, done, eventsPerSecond, secondsLeft }: Build) =>
  `${percent(share)}, ${count(done)} eventi, ${count(Math.round(eventsPerSecond))}/s${
    secondsLeft === null ? '' : `, ancora ${duration(secondsLeft)}`
  }`

function StateOf({ projection }: { projection: ProjectionStatus }) {
  const { name, state, standstill, build, failedRebuild } = projection
  const { word, Sign } = states[state]
  return (
    <div className="projection-state">
      <StateWord Sign={Sign} state={state}>
        {word}
      </StateWord>
      {standstill && (
        <p className="state-reason">
          {standstills[standstill.reason]}
          {standstill.since && (
            <>
              . Ultimo passo: <MomentOf at={standstill.since} />
            </>
          )}
          .
        </p>
      )}
      {build && (
        <Progress label={`Ricostruzione di ${projectionName(name)}`} share={build.percent}>
          {progressOf(build)}
        </Progress>
      )}
      {failedRebuild && (
        <p className="state-reason">
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
  {
    name: 'Proiezione',
    width: '19%',
    cell: ({ name }) => <strong title={name}>{projectionName(name)}</strong>,
  },
  { name: 'Stato', width: '42%', cell: row => <StateOf projection={row} /> },
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
    name: 'Che fare',
    width: '11%',
    cell: ({ name, build }) => <RebuildButton name={name} isBuilding={build !== null} changed={changed} />,
  },
]

type TableProps = { projections: readonly ProjectionStatus[]; changed: () => Promise<unknown> }

export function ProjectionTable({ projections, changed }: TableProps) {
  const rows = projections.map(projection => ({ ...projection, id: projection.name }))
  const mayManage = useMay('manage-projections')
  const columns = columnsFor(changed).filter(({ name }) => mayManage || name !== 'Che fare')
  return <Ledger caption="Le proiezioni e il loro stato" columns={columns} rows={rows} />
}

/** A rebuild starts with the next job: until then the button stays busy. */
const startsWithinMs = 4_000

type RebuildProps = { name: string; isBuilding: boolean; changed: () => Promise<unknown> }

export function RebuildButton({ name, isBuilding, changed }: RebuildProps) {
  const toast = useToast()
  const { busy, run } = useAction('Ricostruzione non richiesta: riprova.')
  const [isRequested, setRequested] = useState(false)

  useEffect(() => {
    if (!isRequested) return
    const timer = setTimeout(() => setRequested(false), startsWithinMs)
    return () => clearTimeout(timer)
  }, [isRequested])

  const rebuild = () =>
    run(async () => {
      await requestRebuild(name)
      setRequested(true)
      toast({ title: 'Ricostruzione richiesta' })
      await changed()
    })
  return (
    <CommandButton
      variant="outline"
      busy={busy || isRequested}
      disabled={isBuilding}
      aria-label={`Ricostruisci ${projectionName(name)}`}
      onClick={rebuild}
    >
      Ricostruisci
    </CommandButton>
  )
}
