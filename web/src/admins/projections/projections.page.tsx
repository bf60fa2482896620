import { usePageTitle } from '../../shell/page-title.ts'
import { ViewState } from '../parts/view-state.tsx'
import { AnalyticsCopy } from './analytics-copy.tsx'
import { ParkedStreams } from './parked-streams.tsx'
import { ProjectionTable } from './projection-table.tsx'
import { useProjections } from './projections-data.ts'
import './projections.css'

export default function ProjectionsPage() {
  const answer = useProjections({ isWatched: true })
  const { data, error, mutate } = answer
  usePageTitle('Proiezioni')
  const changed = () => mutate()
  return (
    <main className="console">
      <header className="console-title">
        <h1>Proiezioni</h1>
        <p className="quiet small" role="status">
          {data && error ? 'Non aggiornato: il server non risponde' : data && 'Aggiornato da solo'}
        </p>
      </header>
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
