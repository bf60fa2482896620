import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { lazyPart } from '../../components/on-demand.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { usePermission } from '../api/token.ts'
import { useFilters } from '../parts/filters/filters.ts'
import { PagedList } from '../parts/lists/data-table.tsx'
import { useDownload } from '../parts/lists/export-events.tsx'
import { MaskNote } from '../parts/page/mask-note.tsx'
import { noneFound } from '../people/people.list.tsx'
import { columnsFor, rowId } from './request-columns.tsx'
import { filterNames, RequestFilters, Views } from './request-filters.tsx'
import { useOwnerName, useRequests } from './requests-data.ts'
import { noneOf, type View, viewNames, waitingWords } from './words.tsx'
import './requests.css'

// Its forms are no part of the first load.
const RequestDrawer = lazyPart(() => import('./request.drawer.tsx'))

const isView = (name: string): name is View => Object.hasOwn(viewNames, name)

function ExportRequests({ query }: { query: string }) {
  const { isRequesting, download } = useDownload('requests')
  if (!usePermission('download-submissions')) return null
  return (
    <CommandButton variant="outline" busy={isRequesting} onClick={() => download(query)}>
      Esporta CSV
    </CommandButton>
  )
}

export default function RequestsPage() {
  const filters = useFilters()
  const asked = filters.get('view')
  const view = isView(asked) ? asked : 'today'
  const filtered = filters.queryOf(filterNames)
  const query = filters.queryOf(filterNames, [['view', view]])
  const list = useRequests(query)
  const ownerName = useOwnerName()
  const [first] = list.pages
  const opened = filters.get('request')
  function open(id: string) {
    // The list stands at the row when it is closed, also if the drawer has led there.
    document.getElementById(rowId(id))?.focus()
    filters.set('request', id, { push: opened === '' })
  }
  return (
    <main className="console requests-page">
      <header className="console-title">
        <h1>Richieste</h1>
        <p className="quiet small" role="status">
          {list.isLost ? 'Non aggiornato' : first && waitingWords(first)}
        </p>
        <ExportRequests query={query} />
      </header>
      <MaskNote />
      <div className="request-line">
        <Views filters={filters} view={view} />
        <Link to="/admin/requests/outcomes">Da richiesta a cliente</Link>
      </div>
      <RequestFilters filters={filters} view={view} />
      <PagedList
        caption={`Richieste: ${viewNames[view]}`}
        columns={columnsFor({ open, ownerName })}
        list={list}
        words={{
          more: 'Mostra altre',
          none:
            filtered === ''
              ? noneOf[view]
              : noneFound(filters.get('q'), 'Nessuna corrisponde a questi filtri.'),
        }}
        clear={filtered === '' ? undefined : () => filters.clear(filterNames)}
      />
      <p className="quiet small">
        Una richiesta nuova resta in «Oggi», anche dopo giorni, finché qualcuno non ne cambia lo stato. Alle
        8, chi ha chiamate da fare riceve una lettera. Senza un server di posta le lettere sono file nella
        cartella «mail».
      </p>
      {opened && (
        <Suspense>
          <RequestDrawer
            key={opened}
            id={opened}
            list={list}
            open={open}
            close={() => filters.set('request', '')}
          />
        </Suspense>
      )}
    </main>
  )
}
