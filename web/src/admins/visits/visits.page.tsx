import { type VisitRow, visitList } from '@tba/events/visits/views.ts'
import { Link } from 'react-router-dom'
import { count } from '../../components/format.ts'
import { useList } from '../api/pages.ts'
import { type Column, PagedList } from '../parts/lists/data-table.tsx'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { formatMs } from '../parts/time/durations.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { devices, outcomes } from '../parts/words/labels.ts'
import { visitAddress } from '../parts/words/links.tsx'
import { pathOfPage } from './player/site-map.ts'
import { useVisitFilters, VisitFilters } from './visit-filters.tsx'
import { consents, RobotBadge } from './words.tsx'
import './visits.css'

const columns: Column<VisitRow>[] = [
  {
    name: 'Inizio',
    width: '16%',
    cell: ({ id, firstAt }) => (
      <Link to={visitAddress(id)} title={id}>
        <MomentOf at={firstAt} />
      </Link>
    ),
  },
  { name: 'Durata', width: '9%', cell: row => formatMs(Date.parse(row.lastAt) - Date.parse(row.firstAt)) },
  { name: 'Pagine', width: '24%', cell: pagesOf },
  { name: 'Eventi', width: '7%', cell: ({ events }) => <span className="number">{count(events)}</span> },
  {
    name: 'Dispositivo',
    width: '14%',
    cell: ({ device, robot }) =>
      (device || robot) && (
        <>
          <span>{device && devices[device]}</span> {robot && <RobotBadge robot={robot} />}
        </>
      ),
  },
  { name: 'Sito di provenienza', width: '13%', cell: ({ referrer }) => referrer },
  { name: 'Consenso', width: '8%', cell: ({ consent }) => consent && consents[consent] },
  {
    name: 'Esito',
    width: '9%',
    cell: ({ outcome }) => outcome && <span className="badge outcome">{outcomes[outcome]}</span>,
  },
]

function pagesOf({ pages }: VisitRow) {
  if (pages.length === 0) return null
  const paths = [...new Set(pages.map(pathOfPage))]
  return (
    <span title={pages.join('\n')}>
      <span>{paths[0]}</span>
      {paths.length > 1 && (
        <span className="quiet">{` e ${paths.length - 1 === 1 ? 'un’altra' : `altre ${paths.length - 1}`}`}</span>
      )}
    </span>
  )
}

const none =
  'Nessuna visita, finora: chi apre il sito comparirà qui, con le pagine viste e ciò che ne è seguito.'
const noneFound =
  'Nessuna visita corrisponde a questi filtri. Pagina e sito di provenienza si cercano per intero: /strategies, google.com.'

export default function VisitsPage() {
  const filters = useVisitFilters()
  const list = useList(`/api/admin/visits?${filters.query}`, visitList, ({ visits }) => visits)
  // The history filters visits by stream and time.
  const events = new URLSearchParams([['stream', 'visit-*'], ...filters.period])
  return (
    <main className="console visits">
      <div className="console-title">
        <h1>Visite</h1>
        <ExportEvents
          query={events.toString()}
          note="Gli eventi delle visite nel periodo scelto: gli altri filtri non contano."
        />
      </div>
      <VisitFilters filters={filters} />
      <PagedList
        caption="Visite, dalla più recente"
        columns={columns}
        list={list}
        words={{ more: 'Mostra altre', none: filters.isFiltered ? noneFound : none }}
      />
    </main>
  )
}
