import { Button } from '@radix-ui/themes'
import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { Link, useLocation } from 'react-router-dom'
import { CopyButton, TextButton } from '../parts/filters/controls.tsx'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import type { FunnelAddress, RequestedFunnel } from './builder/requested-funnel.ts'
import { stepNames } from './builder/words.ts'
import type { DialogRequest } from './funnel.dialogs.tsx'
import type { useSavedFunnels } from './funnels-data.ts'

type Props = {
  answer: ReturnType<typeof useSavedFunnels>
  openId: string
  request: (dialog: DialogRequest) => void
}

const actions = [
  { does: 'rename', name: 'Rinomina' },
  { does: 'delete', name: 'Elimina' },
] as const

export function SavedList({ answer, openId, request }: Props) {
  const list = answer.data?.view
  const columns: Column<SavedFunnel>[] = [
    {
      name: 'Nome',
      width: '26%',
      cell: ({ id, name }) => (
        <Link to={`/admin/funnels?saved=${id}`} aria-current={id === openId ? 'true' : undefined}>
          {name}
        </Link>
      ),
    },
    {
      name: 'Passi',
      width: '34%',
      cell: ({ definition }) => <span className="saved-steps">{stepNames(definition)}</span>,
    },
    { name: 'Salvato da', width: '12%', cell: ({ savedBy }) => <SavedBy actor={savedBy} /> },
    { name: 'Quando', width: '14%', cell: ({ savedAt }) => <MomentOf at={savedAt} /> },
    {
      name: 'Azioni',
      width: '14%',
      cell: funnel => (
        <span className="saved-actions">
          {actions.map(({ does: action, name }) => (
            <TextButton
              key={action}
              aria-label={`${name} ${funnel.name}`}
              onClick={() => request({ action, funnel })}
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
          Nessun funnel salvato, finora. Uno salvato continua a contare da solo, e lo vede chiunque usi la
          console.
        </p>
      ) : (
        <DataTable caption="Funnel salvati" columns={columns} rows={list.funnels} />
      )}
      {list?.next && <p className="quiet small">Sono elencati gli ultimi 200.</p>}
    </section>
  )
}

type TitleProps = { requested: RequestedFunnel; address: FunnelAddress; save: () => void }

/** The name of the funnel, its unsaved changes, and the commands. */
export function FunnelTitle({ requested, address, save }: TitleProps) {
  const { saved, definition, isUnchanged, isMissing } = requested
  const { pathname, search } = useLocation()
  const replay = new URLSearchParams({ mode: 'funnel', definition: JSON.stringify(definition) })
  const isChanged = saved !== null && address.draft !== null && !isUnchanged
  return (
    <header className="console-title">
      <h1>{saved ? saved.name : 'Funnel'}</h1>
      {saved && (
        <p className="quiet small">
          <span>Salvato da</span> <SavedBy actor={saved.savedBy} />
          <span>,</span> <MomentOf at={saved.savedAt} />
          {isChanged && <strong> · con modifiche non salvate</strong>}
        </p>
      )}
      <span className="funnel-actions">
        {definition && (
          <CopyButton
            text={`${location.origin}${pathname}${search}`}
            label="Copia l’indirizzo"
            done="Indirizzo copiato"
            failed="Indirizzo non copiato"
          />
        )}
        {isChanged && (
          <Button variant="outline" color="gray" onClick={() => address.show(saved.id)}>
            Annulla le modifiche
          </Button>
        )}
        {definition && (!isUnchanged || isMissing) && (
          <Button variant="outline" onClick={save}>
            Salva…
          </Button>
        )}
        {definition && (
          <Button variant="outline" asChild>
            <Link to={`/admin/replays?${replay}`}>Rigioca questo</Link>
          </Button>
        )}
        {(saved || address.draft) && (
          <Button variant="outline" color="gray" onClick={() => address.show('')}>
            Nuovo
          </Button>
        )}
      </span>
    </header>
  )
}
