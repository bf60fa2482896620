import { usePageTitle } from '../../shell/page-title.ts'
import { ViewState } from '../parts/view-state.tsx'
import { ReplayForm } from './replay.form.tsx'
import { ReplayTable } from './replay-table.tsx'
import { useReplays } from './replays-data.ts'
import '../history/history.css'
import '../projections/projections.css'
import './replays.css'

/** A part of the log, played again: what was asked for, how far it is, and what came of it. */
export default function ReplaysPage() {
  const answer = useReplays()
  const { data, error, mutate } = answer
  usePageTitle('Repliche')
  return (
    <main className="console">
      <header className="console-title">
        <h1>Repliche</h1>
        <p className="quiet small" role="status">
          {data && error ? 'Non aggiornato: il server non risponde' : data && 'Aggiornato da solo'}
        </p>
      </header>
      <ReplayForm />
      {!data ? (
        <ViewState answer={answer} />
      ) : data.replays.length === 0 ? (
        <p className="quiet">
          Nessuna replica ancora. Qui stanno quelle chieste, una alla volta; i risultati si conservano per
          sette giorni. Premi «Rigioca» per la prima.
        </p>
      ) : (
        <>
          <ReplayTable replays={data.replays} changed={() => mutate()} />
          {data.next !== null && (
            <p className="quiet small">
              Sono le {data.replays.length} più recenti: quelle prima restano al loro indirizzo, e tra gli
              eventi.
            </p>
          )}
        </>
      )}
    </main>
  )
}
