import { CheckIcon, PauseIcon, StopIcon, UpdateIcon } from '@radix-ui/react-icons'
import type {
  AnalyticsStatus,
  LostEvents,
  ProjectionStatus,
  Standstill,
} from '@tba/events/projections/views.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { count, percent } from '../../components/format.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { useToast } from '../../toasts/toast.ts'
import { useAction } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { PollingTitle } from '../parts/page/page-title.tsx'
import { Progress, progressText, StateWord } from '../parts/page/progress.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { duration, durationInWords } from '../parts/time/durations.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { useForecasts } from './forecast.ts'
import { ParkedStreams } from './parked-streams.tsx'
import { requestRebuild, startReplay, useProjections } from './projections-data.ts'
import './projections.css'

export default function ProjectionsPage() {
  const answer = useProjections({ isWatched: true })
  const { data, error, mutate } = answer
  const mayManage = usePermission('manage-projections')
  const forecasts = useForecasts(data)
  const changed = () => mutate()
  return (
    <main className="console">
      <PollingTitle title="Proiezioni" data={data} error={error} />
      {data ? (
        <>
          {data.lost && <LostEventsBanner {...data.lost} />}
          {data.projections.length === 0 && (
            <p className="quiet">Nessuna proiezione ancora: le crea il proiettore, al suo primo avvio.</p>
          )}
          <DataTable
            caption="Le proiezioni e il loro stato"
            columns={mayManage ? [...columns, rebuildColumn(changed)] : columns}
            rows={[...data.projections.map(rowOf), rowOfCopy(data.analytics)].map(row => ({
              ...row,
              forecast: forecasts.get(row.id) ?? null,
            }))}
          />
          <ParkedStreams projections={data.projections} changed={changed} />
        </>
      ) : (
        <ViewState answer={answer} />
      )}
    </main>
  )
}

const restoreOrAccept =
  'Rimetti il registro che contiene quegli eventi. Se sono persi per sempre: ferma tutti i servizi, esegui npm run new-generation e riavvia. Le tabelle saranno rifatte dal registro che c’è.'

const LostEventsBanner = ({ noticedAt, events, first, last }: LostEvents) => (
  <section className="lost-events" role="alert">
    <h2>Il registro ha perso i suoi ultimi eventi</h2>
    <p>{`Le tabelle ne contengono almeno ${count(events)} che il registro non ha più, dalla posizione ${first} alla ${last}. Da allora nulla viene proiettato e le letture sono ferme.`}</p>
    <p>
      Notato: <MomentOf at={noticedAt} />
    </p>
    <p>{restoreOrAccept}</p>
  </section>
)

/** A projection, or the analytics copy. */
type Row = Pick<ProjectionStatus, 'state' | 'lagMs' | 'version' | 'position' | 'lastEventAt'> & {
  id: string
  eventsPerSecond: number | null
  /** Of a rebuild. */
  build: { share: number; text: string } | null
  lastRebuild: ProjectionStatus['lastRebuild']
  note: ReactNode
  /** When its lag will be gone. */
  forecast?: string | null
}

const standstills: Record<Standstill['reason'], string> = {
  unbuilt: 'Non è mai stata costruita, e nessun proiettore la costruisce',
  unled: 'Nessun proiettore la segue',
  unmoved: 'Un proiettore la segue, ma non avanza: il suo registro dice perché',
}

function noteOf({ standstill, failedRebuild }: ProjectionStatus): ReactNode {
  if (failedRebuild)
    return (
      <>
        <span>Ricostruzione interrotta,</span> <MomentOf at={failedRebuild.at} />
        <span>{`: ${failedRebuild.error}. Resta quella di prima.`}</span>
      </>
    )
  if (!standstill) return null
  const reason = standstills[standstill.reason]
  if (!standstill.since) return `${reason}.`
  return (
    <>
      <span>{`${reason}. Ultimo passo:`}</span> <MomentOf at={standstill.since} />
      <span>.</span>
    </>
  )
}

function rowOf(projection: ProjectionStatus): Row {
  const { name, state, lagMs, version, position, lastEventAt, eventsPerSecond, build, lastRebuild } =
    projection
  const text = build && progressText({ ...build, perSecond: build.eventsPerSecond })
  return {
    id: name,
    state,
    lagMs,
    version,
    position,
    lastEventAt,
    eventsPerSecond,
    lastRebuild,
    note: noteOf(projection),
    build: build && text ? { share: build.percent, text } : null,
  }
}

const megabytes = (bytes: number) => `${count(Math.max(1, Math.round(bytes / 1e6)))} MB`

function rowOfCopy({ state, events, bytes, progress, instance, ...copy }: AnalyticsStatus): Row {
  const share = Math.floor(progress * 1_000) / 10
  return {
    ...copy,
    id: 'analytics',
    state: state === 'live' ? 'live' : 'building',
    version: null,
    eventsPerSecond: null,
    build: state === 'live' ? null : { share, text: percent(share) },
    note: (
      <span className="quiet">{`${count(events)} eventi, ${megabytes(bytes)}, sul server «${instance}»: ogni server ha la sua. Da qui contano Panoramica, Eventi, Visite, Funnel, Percorsi e Fidelizzazione.`}</span>
    ),
  }
}

const states: Record<Row['state'], readonly [word: string, Sign: typeof CheckIcon]> = {
  live: ['Segue il registro', CheckIcon],
  building: ['In ricostruzione', UpdateIcon],
  parked: ['Con flussi in attesa', PauseIcon],
  still: ['Ferma', StopIcon],
}

function StateCell({ id, state, build, lastRebuild, note }: Row) {
  const [word, Sign] = states[state]
  return (
    <div className="projection-state">
      <StateWord Icon={Sign} state={state}>
        {word}
      </StateWord>
      {build && (
        <Progress label={`Ricostruzione: ${projectionName(id)}`} share={build.share}>
          {build.text}
        </Progress>
      )}
      {lastRebuild && !build && (
        <p className="quiet small">
          <span>Ultima ricostruzione finita il</span> <MomentOf at={lastRebuild.endedAt} />
          <span>{`, in ${durationInWords(Math.max(1, Math.round(lastRebuild.seconds)))}`}</span>
        </p>
      )}
      {note && <p className="state-reason">{note}</p>}
    </div>
  )
}

const lag = (lagMs: number) => (lagMs === 0 ? '0 s' : lagMs < 1_000 ? '< 1 s' : duration(lagMs / 1_000))

const columns: Column<Row>[] = [
  { name: 'Proiezione', width: '14%', cell: ({ id }) => <strong title={id}>{projectionName(id)}</strong> },
  { name: 'Stato', width: '30%', cell: StateCell },
  {
    name: 'Ultimo evento preso',
    width: '18%',
    cell: ({ position, lastEventAt }) =>
      position && (
        <span className="reached">
          {lastEventAt && <MomentOf at={lastEventAt} />} <small className="mono quiet">{position}</small>
        </span>
      ),
  },
  {
    name: 'Ritardo',
    width: '11%',
    cell: ({ lagMs, forecast }) => (
      <>
        <span>{lag(lagMs)}</span>
        {forecast && <small className="quiet"> {forecast}</small>}
      </>
    ),
  },
  {
    name: 'Ritmo',
    width: '8%',
    cell: ({ eventsPerSecond: speed }) => speed !== null && `${count(Math.round(speed * 10) / 10)}/s`,
  },
  { name: 'Versione', width: '8%', cell: ({ version }) => version && String(version) },
]

const rebuildColumn = (changed: () => Promise<unknown>): Column<Row> => ({
  name: 'Che fare',
  width: '11%',
  cell: ({ id, build }) => (
    <span className="projection-commands">
      <RebuildButton name={id} isBuilding={build !== null} changed={changed} />
      {id !== 'analytics' && <VerifyButton name={id} />}
    </span>
  ),
})

/** Folds the log beside the live tables. The page of the replay shows the rows that differ. */
function VerifyButton({ name }: { name: string }) {
  const navigate = useNavigate()
  const { busy, run } = useAction('Verifica non richiesta: riprova.')
  const verify = () =>
    run(async () =>
      navigate(`/admin/replays/${await startReplay({ mode: { kind: 'projection', projection: name } })}`),
    )
  return (
    <CommandButton
      variant="outline"
      color="gray"
      busy={busy}
      aria-label={`Verifica ${projectionName(name)}`}
      onClick={verify}
    >
      Verifica
    </CommandButton>
  )
}

/** A rebuild starts with the next job: until then the button stays busy. */
const startsWithinMs = 4_000

type RebuildProps = { name: string; isBuilding: boolean; changed: () => Promise<unknown> }

function RebuildButton({ name, isBuilding, changed }: RebuildProps) {
  const toast = useToast()
  const { busy, run } = useAction('Ricostruzione non richiesta: riprova.')
  const rebuild = () =>
    run(async () => {
      await requestRebuild(name)
      toast({ title: 'Ricostruzione richiesta' })
      await changed()
      await new Promise(resolve => setTimeout(resolve, startsWithinMs))
    })
  return (
    <CommandButton
      variant="outline"
      busy={busy}
      disabled={isBuilding}
      aria-label={`Ricostruisci ${projectionName(name)}`}
      onClick={rebuild}
    >
      Ricostruisci
    </CommandButton>
  )
}
