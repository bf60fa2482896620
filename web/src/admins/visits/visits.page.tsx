import { type VisitRow, visitList } from '@tba/events/visits/views.ts'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../shell/page-title.ts'
import { ExportEvents } from '../parts/export-events.tsx'
import { type Column, Ledger, Value } from '../parts/ledger.tsx'
import { usePages } from '../parts/paged.ts'
import { MomentOf } from '../parts/times.tsx'
import { useReadAgain } from '../parts/use-read-again.ts'
import { lengthOf } from './lengths.ts'
import { RobotBadge } from './robot-badge.tsx'
import { pathOfPage } from './site-map.ts'
import { useVisitFilters, type VisitFilterState } from './use-visit-filters.ts'
import { visitAddress } from './visit-address.ts'
import { VisitFilters } from './visit-filters.tsx'
import { VisitsState } from './visits-state.tsx'
import { consents, devices, outcomes } from './words.ts'
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
  { name: 'Durata', width: '9%', cell: row => lengthOf(Date.parse(row.lastAt) - Date.parse(row.firstAt)) },
  { name: 'Pagine', width: '24%', cell: ({ pages }) => <Pages pages={pages} /> },
  {
    name: 'Eventi',
    width: '7%',
    cell: ({ events }) => <span className="number">{events.toLocaleString('it-IT')}</span>,
  },
  {
    name: 'Dispositivo',
    width: '14%',
    cell: ({ device, robot }) => (
      <>
        {device ? devices[device] : !robot && <Value>{null}</Value>} {robot && <RobotBadge robot={robot} />}
      </>
    ),
  },
  { name: 'Provenienza', width: '13%', cell: ({ referrer }) => <Value>{referrer}</Value> },
  { name: 'Consenso', width: '8%', cell: ({ consent }) => <Value>{consent && consents[consent]}</Value> },
  {
    name: 'Esito',
    width: '9%',
    cell: ({ outcome }) =>
      outcome ? <span className="badge outcome">{outcomes[outcome]}</span> : <Value>{null}</Value>,
  },
]

function Pages({ pages }: Pick<VisitRow, 'pages'>) {
  const [first] = pages
  if (!first) return <Value>{null}</Value>
  const paths = [...new Set(pages.map(pathOfPage))]
  return (
    <span title={pages.join('\n')}>
      {paths[0]}
      {paths.length > 1 && (
        <span className="quiet"> e {paths.length - 1 === 1 ? 'un’altra' : `altre ${paths.length - 1}`}</span>
      )}
    </span>
  )
}

/** The history knows visits by their streams and their time. */
function eventsIn({ chosen }: VisitFilterState): string {
  const period = chosen.filter(([name]) => name === 'from' || name === 'to')
  return new URLSearchParams([
    ['stream', 'visit-*'],
    ...period.map(([name, value]) => [name, value]),
  ]).toString()
}

export default function VisitsPage() {
  usePageTitle('Visite')
  const filters = useVisitFilters()
  const path = `/api/admin/visits?${filters.query}`
  const answer = usePages(path, visitList)
  useReadAgain(path, answer)
  const rows = answer.pages.flatMap(({ visits }) => visits)
  return (
    <main className="console">
      <div className="console-title">
        <h1>Visite</h1>
        <ExportEvents
          query={eventsIn(filters)}
          note="Gli eventi delle visite nel periodo scelto: gli altri filtri non contano."
        />
      </div>
      <VisitFilters filters={filters} />
      <div className="visits-list" aria-busy={answer.isValidating}>
        {rows.length > 0 && <Ledger caption="Visite, dalla più recente" columns={columns} rows={rows} />}
        <VisitsState answer={answer} hasRows={rows.length > 0} filters={filters} />
      </div>
    </main>
  )
}
