import { CheckIcon, UpdateIcon } from '@radix-ui/react-icons'
import type { AnalyticsStatus } from '@tba/events/projections/views.ts'
import { count, percent } from '../../shell/format.ts'
import { lag } from './projection-table.tsx'
import { RebuildButton } from './rebuild.button.tsx'

const states: Record<AnalyticsStatus['state'], { word: string; Sign: typeof CheckIcon }> = {
  live: { word: 'Segue il registro', Sign: CheckIcon },
  building: { word: 'In costruzione', Sign: UpdateIcon },
  rebuilding: { word: 'In ricostruzione: risponde quella di prima', Sign: UpdateIcon },
}

const megabytes = (bytes: number) => `${count(Math.max(1, Math.round(bytes / 1e6)))} MB`

type Props = { copy: AnalyticsStatus; changed: () => Promise<unknown> }

/** The copy of the log from which the analysts' pages are counted, of the instance that answers. */
export function AnalyticsCopy({ copy, changed }: Props) {
  const { state, lagMs, events, bytes, progress, instance } = copy
  const { word, Sign } = states[state]
  const isLive = state === 'live'
  return (
    <section className="analytics-copy" aria-labelledby="analytics-copy">
      <h2 id="analytics-copy">Copia per le analisi</h2>
      <p className="quiet small">
        Da qui contano Eventi, Visite, Funnel, Percorsi e Fidelizzazione. Ogni istanza ha la sua: questa è di{' '}
        {instance}.
      </p>
      <p>
        <span className="projection-word" data-state={isLive ? 'live' : 'building'}>
          <Sign aria-hidden /> {word}
        </span>
        : {count(events)} eventi, {megabytes(bytes)}, ritardo {lag(lagMs)}.
      </p>
      {!isLive && (
        <div className="build-progress">
          <progress max={1} value={progress} aria-label="Ricostruzione della copia per le analisi" />
          <span>{percent(Math.floor(progress * 1_000) / 10)}</span>
        </div>
      )}
      <RebuildButton name="analytics" isBuilding={!isLive} changed={changed} />
    </section>
  )
}
