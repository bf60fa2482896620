import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { Link } from 'react-router-dom'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { SavedBy } from './saved-by.tsx'
import type { useSavedFunnels } from './saved-data.ts'
import { stepName } from './words.ts'

export type Asked = { does: 'rename' | 'delete'; funnel: SavedFunnel }
type Props = {
  answer: ReturnType<typeof useSavedFunnels>
  openId: string
  ask: (asked: Asked) => void
}

/** What was saved, by whom and when; each opens with what it has counted. */
export function SavedList({ answer, openId, ask }: Props) {
  const list = answer.data?.view
  const columns: Column<SavedFunnel>[] = [
    {
      name: 'Nome',
      width: '26%',
      cell: ({ id, name }) => (
        <Link to={`/admin/funnels?salvato=${id}`} aria-current={id === openId ? 'true' : undefined}>
          {name}
        </Link>
      ),
    },
    {
      name: 'Passi',
      width: '34%',
      cell: ({ definition: { steps } }) => (
        <span className="saved-steps">{steps.map(stepName).join(' → ')}</span>
      ),
    },
    { name: 'Salvato da', width: '12%', cell: ({ savedBy }) => <SavedBy actor={savedBy} /> },
    { name: 'Quando', width: '14%', cell: ({ savedAt }) => <MomentOf at={savedAt} /> },
    {
      name: 'Azioni',
      width: '14%',
      cell: funnel => (
        <span className="saved-actions">
          <button
            type="button"
            className="text-button"
            aria-label={`Rinomina ${funnel.name}`}
            onClick={() => ask({ does: 'rename', funnel })}
          >
            Rinomina
          </button>
          <button
            type="button"
            className="text-button"
            aria-label={`Elimina ${funnel.name}`}
            onClick={() => ask({ does: 'delete', funnel })}
          >
            Elimina
          </button>
        </span>
      ),
    },
  ]
  return (
    <section aria-labelledby="saved-title" className="saved-funnels">
      <h2 id="saved-title">Salvati</h2>
      {!list ? (
        <ViewState answer={answer} />
      ) : list.funnels.length === 0 ? (
        <p className="quiet">
          Nessun funnel salvato, finora. Uno salvato continua a contare da solo, e lo vedono tutti gli
          amministratori.
        </p>
      ) : (
        <Ledger caption="Funnel salvati" columns={columns} rows={list.funnels} />
      )}
      {list?.next && <p className="quiet small">Sono elencati gli ultimi 200.</p>}
    </section>
  )
}
