import { valueNames } from '@tba/events/value-names.ts'
import { type ListedVisit, visitList } from '@tba/events/visits/views.ts'
import { Link } from 'react-router-dom'
import { count } from '../../components/format.ts'
import { useList } from '../api/pages.ts'
import { type Column, PagedList } from '../parts/lists/data-table.tsx'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { Cautions } from '../parts/page/cautions.tsx'
import { formatMs } from '../parts/time/durations.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { outcomes } from '../parts/words/labels.ts'
import { visitAddress } from '../parts/words/links.tsx'
import { pathOfPage } from './player/site-map.ts'
import { useVisitFilters, VisitFilters } from './visit-filters.tsx'
import { consents, RobotBadge } from './words.tsx'
import './visits.css'

/** @param list the filters of the list */
const columnsOf = (list: string): Column<ListedVisit>[] => [
  {
    name: 'Inizio',
    width: '16%',
    cell: ({ id, firstAt, seen }) => (
      <>
        <Link to={`${visitAddress(id)}?${new URLSearchParams({ list })}`} title={id}>
          <MomentOf at={firstAt} />
        </Link>{' '}
        {seen && <span className="quiet small">già vista</span>}
      </>
    ),
  },
  { name: 'Durata', width: '9%', cell: ({ seconds }) => formatMs(seconds * 1_000) },
  { name: 'Pagine con eventi', width: '19%', cell: pagesOf },
  {
    name: 'Pagine viste',
    width: '7%',
    cell: ({ pageViews }) => <span className="number">{count(pageViews)}</span>,
  },
  { name: 'Eventi', width: '6%', cell: ({ events }) => <span className="number">{count(events)}</span> },
  {
    name: 'Dispositivo',
    width: '10%',
    cell: ({ device, robot }) =>
      (device || robot) && (
        <>
          <span>{device && valueNames.device[device]}</span> {robot && <RobotBadge robot={robot} />}
        </>
      ),
  },
  { name: 'Problemi', width: '11%', cell: troublesOf },
  { name: 'Sorgente', width: '10%', cell: ({ source }) => source },
  { name: 'Consenso', width: '8%', cell: ({ consent }) => consent && consents[consent] },
  {
    name: 'Esito',
    width: '9%',
    cell: ({ outcome }) => outcome && <span className="badge outcome">{outcomes[outcome]}</span>,
  },
]

function troublesOf({ refusals, errors }: ListedVisit) {
  const of = (amount: number, one: string, many: string) =>
    amount === 0 ? [] : [`${count(amount)} ${amount === 1 ? one : many}`]
  return [...of(refusals, 'rifiuto', 'rifiuti'), ...of(errors, 'errore', 'errori')].join(', ') || null
}

function pagesOf({ pages }: ListedVisit) {
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
  const total = list.pages[0]?.total
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
      <Cautions
        period={filters.picked}
        amounts={total === undefined ? [] : [total]}
        robots={filters.get('bots')}
      />
      {total !== undefined && total > 0 && (
        <p className="quiet small" role="status">
          <span>{`${count(total)} ${total === 1 ? 'visita' : 'visite'}.`}</span> Una pagina vista è un
          caricamento, come in Panoramica; «Pagine con eventi» ha anche quelle raggiunte senza ricaricare.
        </p>
      )}
      <PagedList
        caption="Visite, dalla più recente"
        columns={columnsOf(filters.address)}
        list={list}
        words={{ more: 'Mostra altre', none: filters.isFiltered ? noneFound : none }}
      />
    </main>
  )
}
