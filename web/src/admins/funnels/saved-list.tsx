import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { Link } from 'react-router-dom'
import { TextButton } from '../parts/controls.tsx'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { administratorIn, useToken } from '../token.ts'
import type { Asked } from './funnel.dialogs.tsx'
import type { useSavedFunnels } from './funnels-data.ts'
import { stepName } from './words.ts'

/** Who saved it, as far as the log names them. */
export function SavedBy({ actor }: { actor: string }) {
  const token = useToken()
  if (token !== null && actor === `admin:${administratorIn(token)}`) return <>te</>
  return <span title={actor}>{actor.slice(0, 'admin:'.length + 8)}</span>
}

type Props = {
  answer: ReturnType<typeof useSavedFunnels>
  openId: string
  ask: (asked: Asked) => void
}

const actions = [
  { does: 'rename', name: 'Rinomina' },
  { does: 'delete', name: 'Elimina' },
] as const

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
          {actions.map(({ does, name }) => (
            <TextButton
              key={does}
              aria-label={`${name} ${funnel.name}`}
              onClick={() => ask({ does, funnel })}
            >
              {name}
            </TextButton>
          ))}
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
