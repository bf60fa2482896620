import type { VisitDetail } from '@tba/events/visits/views.ts'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { usePageTitle } from '../../shell/page-title.ts'
import { ViewState } from '../parts/view-state.tsx'
import { filmOf } from './film.ts'
import { PlayerView } from './player.tsx'
import { useVisit } from './use-visit.ts'
import { VisitHead } from './visit-head.tsx'
import './visits.css'

export default function VisitPage() {
  const { id = '' } = useParams()
  usePageTitle(`Visita ${id}`)
  const { data, isGone, ...answer } = useVisit(id)
  return (
    <main className="console visit">
      <p className="way-back">
        <Link to="/admin/visits">← Visite</Link>
      </p>
      {data ? (
        <Found key={id} detail={data} />
      ) : isGone ? (
        <>
          <h1>Nessuna visita qui</h1>
          <p className="quiet">
            A questo indirizzo non c’è nulla: l’id potrebbe essere sbagliato, oppure la visita è scaduta.
          </p>
        </>
      ) : (
        <>
          <h1 className="visually-hidden">Visita</h1>
          <ViewState answer={answer} />
        </>
      )}
    </main>
  )
}

function Found({ detail: { visit, events, next } }: { detail: VisitDetail }) {
  const film = useMemo(() => filmOf(events), [events])
  return (
    <>
      <VisitHead visit={visit} realMs={film.realMs} />
      {events.length === 0 ? (
        <p className="quiet">Di questa visita non è rimasto alcun evento nel registro.</p>
      ) : (
        <PlayerView film={film} visitId={visit.id} />
      )}
      {next !== null && (
        <p className="quiet">
          La visita ha più eventi di quanti se ne mostrano qui: gli altri sono nella cronologia.
        </p>
      )}
    </>
  )
}
