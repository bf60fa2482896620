import { saveView as body, type ViewFilters } from '@tba/events/views/commands.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import { NameDialog } from '../parts/name.dialog.tsx'
import { saveView } from './saved-views-data.ts'
import { readable } from './view-filters.ts'

type Props = {
  views: readonly SavedView[]
  filters: ViewFilters
  /** To begin with. */
  name: string
  /** The view that gets another name; null: the filters are saved as a view. */
  renamed: SavedView | null
  close: () => void
  changed: () => Promise<unknown>
}

export function SaveViewDialog({ views, filters, name, renamed, close, changed }: Props) {
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
      <dl className="rows views-filters">
        {told.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {told.length === 0 && <p className="quiet">Senza filtri: mostra tutti gli eventi.</p>}
    </NameDialog>
  )
}
