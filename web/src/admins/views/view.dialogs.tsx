import { saveView as body, type ViewFilters } from '@tba/events/views/commands.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import { Facts } from '../../shell/facts.tsx'
import { NameDialog, RemoveDialog } from '../parts/dialogs.tsx'
import { deleteView, readable, saveView } from './saved-views-data.ts'

type SaveProps = {
  views: readonly SavedView[]
  filters: ViewFilters
  /** To begin with. */
  name: string
  /** The view that gets another name; null: the filters are saved as a view. */
  renamed: SavedView | null
  close: () => void
  changed: () => Promise<unknown>
}

export function SaveViewDialog({ views, filters, name, renamed, close, changed }: SaveProps) {
  const told = readable(filters)
  return (
    <NameDialog
      words={{
        title: renamed ? 'Rinomina la vista' : 'Salva questa vista',
        text: 'La vedono tutti gli amministratori. Non scrivere nel nome dati di persone: resta nella cronologia.',
        taken: 'Un’altra vista si chiama già così',
        replaces: 'Esiste già una vista con questo nome: sarà sostituita per tutti.',
        done: renamed ? 'Vista rinominata' : 'Vista salvata',
        failed: 'Vista non salvata: riprova.',
      }}
      {...{ name, close }}
      rule={body.shape.name}
      all={views}
      renamed={renamed?.id ?? null}
      save={async (id, name) => {
        await saveView(id, { name, filters })
        await changed()
      }}
    >
      <Facts className="rows views-filters" facts={told} />
      {told.length === 0 && <p className="quiet">Senza filtri: mostra tutti gli eventi.</p>}
    </NameDialog>
  )
}

type DeleteProps = { view: SavedView; close: () => void; changed: () => Promise<unknown> }

export function DeleteViewDialog({ view: { id, name }, close, changed }: DeleteProps) {
  return (
    <RemoveDialog
      words={{
        title: 'Elimina la vista',
        text: `«${name}» non sarà più elencata per nessun amministratore. Gli eventi che mostra restano.`,
        done: 'Vista eliminata',
        failed: 'Vista non eliminata: riprova.',
      }}
      remove={() => deleteView(id)}
      removed={changed}
      close={close}
    />
  )
}
