import type { Replay } from '@tba/events/replays/views.ts'
import { Link } from 'react-router-dom'
import { stepNames } from '../funnels/builder/words.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { PollingTitle } from '../parts/page/page-title.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { ReplayForm } from './replay.form.tsx'
import { boundsOf, CancelButton, funnelOf, modeOf, nameOf, ReplayStateCell } from './replay-state.tsx'
import { isUnfinished, useReplays } from './replays-data.ts'
import './replays.css'

function StepsOf({ replay }: { replay: Replay }) {
  const definition = funnelOf(replay)
  return definition && <span className="quiet replay-which">{stepNames(definition)}</span>
}

const columns: Column<Replay>[] = [
  {
    name: 'Replica',
    width: '26%',
    cell: replay => (
      <span>
        <Link to={`/admin/replays/${replay.id}`} aria-label={nameOf(replay)}>
          {modeOf(replay)}
        </Link>
        <StepsOf replay={replay} />
      </span>
    ),
  },
  { name: 'Che cosa', width: '26%', cell: boundsOf },
  { name: 'Chiesta', width: '18%', cell: ({ requestedAt }) => <MomentOf at={requestedAt} /> },
  {
    name: 'Stato',
    width: '30%',
    cell: replay => (
      <>
        <ReplayStateCell replay={replay} />
        {isUnfinished(replay) && <CancelButton replay={replay} />}
      </>
    ),
  },
]

export default function ReplaysPage() {
  const answer = useReplays()
  const { data, error } = answer
  return (
    <main className="console">
      <PollingTitle title="Repliche" data={data} error={error} />
      <p className="quiet">
        Una singola visita si rivede passo per passo in <Link to="/admin/visits">Visite</Link>: aprila
        dall’elenco.
      </p>
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
          <DataTable caption="Le repliche e il loro stato" columns={columns} rows={data.replays} />
          {data.next !== null && (
            <p className="quiet small">
              <span>{`Sono le ${data.replays.length} più recenti`}</span>: quelle prima restano al loro
              indirizzo, e tra gli eventi.
            </p>
          )}
        </>
      )}
    </main>
  )
}
