import { fewVisits, noSource, type OverviewListName, type OverviewView } from '@tba/events/overview/views.ts'
import { type CSSProperties, useId } from 'react'
import { Link } from 'react-router-dom'
import { count, percent } from '../../components/format.ts'
import { TextButton } from '../parts/filters/controls.tsx'
import { duration } from '../parts/time/durations.ts'
import { deviceWord, sourceWord } from '../parts/words/labels.ts'
import { addressOf, filtersFor } from '../views/saved-views-data.ts'
import type { OverviewAddress } from './overview-address.ts'

type List = {
  of: OverviewListName
  title: string
  /** The filter of this page that a name sets. */
  filter?: 'page' | 'source' | 'device'
  /** The filter of Visite for the same visits. */
  visitFilter: string
  none: string
}

const noPageViews = 'Nessuna pagina vista.'
const lists: readonly List[] = [
  { of: 'pages', title: 'Pagine', filter: 'page', visitFilter: 'viewed', none: noPageViews },
  { of: 'entryPages', title: 'Da dove si entra', filter: 'page', visitFilter: 'entry', none: noPageViews },
  { of: 'exitPages', title: 'Da dove si esce', filter: 'page', visitFilter: 'exit', none: noPageViews },
  { of: 'sources', title: 'Sorgenti', filter: 'source', visitFilter: 'source', none: '' },
  { of: 'campaigns', title: 'Campagne', visitFilter: 'campaign', none: 'Nessun indirizzo con utm_campaign.' },
  { of: 'devices', title: 'Dispositivi', filter: 'device', visitFilter: 'device', none: '' },
  { of: 'browsers', title: 'Browser', visitFilter: 'browser', none: '' },
  { of: 'systems', title: 'Sistemi', visitFilter: 'system', none: '' },
]

function nameOf(of: OverviewListName, value: string | null): string {
  if (of === 'sources') return sourceWord(value ?? noSource)
  if (value === null) return 'Non si sa'
  return of === 'devices' ? deviceWord(value) : value
}

type LineProps = {
  list: List
  line: OverviewView['pages' | 'sources'][number]
  /** Null: nothing leads elsewhere. */
  address: OverviewAddress | null
}

/** In a filter. Null: unknown. */
const filterValue = ({ list, line }: LineProps) =>
  list.of === 'sources' ? (line.value ?? noSource) : line.value

/** Null: Visite cannot filter by two pages. */
function visitsOf(props: LineProps): string | null {
  if (!props.address) return null
  const { visitFilter } = props.list
  const { filters, filtered, period, chosen } = props.address
  const value = props.line.value ?? noSource
  const isOther = visitFilter === 'viewed' && filters.get('page') !== '' && filters.get('page') !== value
  if (isOther) return null
  const shown = filtersFor('visits', { screen: 'overview', ...period, ...Object.fromEntries(chosen) })
  const more = filtered.isFiltered ? `&${new URLSearchParams(filtered.parameters)}` : ''
  return addressOf({ ...shown, [visitFilter]: value }) + more
}

function Line(props: LineProps) {
  const { list, line, address } = props
  const { filter } = list
  const name = nameOf(list.of, line.value)
  const value = filterValue(props)
  const visits = visitsOf(props)
  const counted = `${count(line.visits)} ${line.visits === 1 ? 'visita' : 'visite'}`
  return (
    <tr
      className={line.visits < fewVisits ? 'few' : undefined}
      style={{ '--share': `${line.share}%` } as CSSProperties}
    >
      <th scope="row">
        {filter && address && value !== null ? (
          <TextButton
            aria-pressed={address.filters.get(filter) === value}
            onClick={() => address.toggle(filter, value)}
          >
            {name}
          </TextButton>
        ) : (
          name
        )}
      </th>
      <td>
        {visits ? (
          <Link to={visits} aria-label={`${counted}: ${name}`}>
            {count(line.visits)}
          </Link>
        ) : (
          count(line.visits)
        )}
      </td>
      <td>{percent(line.share)}</td>
      {'medianSeconds' in line && <td>{line.medianSeconds === null ? '—' : duration(line.medianSeconds)}</td>}
      <td title={`${count(line.converted)} con l’obiettivo`}>{percent(line.conversion)}</td>
    </tr>
  )
}

type ListProps = { list: List; view: OverviewView; address: OverviewAddress | null }

function OneList({ list, view, address }: ListProps) {
  // A report may have several.
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{list.title}</h2>
      {view[list.of].length === 0 ? (
        <p className="quiet small">{list.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{list.title}</span>
              </th>
              <th scope="col">Visite</th>
              <th scope="col">Parte</th>
              {list.of === 'pages' && <th scope="col">Tempo</th>}
              <th scope="col">Converte</th>
            </tr>
          </thead>
          <tbody>
            {view[list.of].map(line => (
              <Line key={String(line.value)} {...{ list, line, address }} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** A name filters this page. A number opens its visits. */
export const Lists = (props: Omit<ListProps, 'list'>) => (
  <div className="overview-lists">
    {lists.map(list => (
      <OneList key={list.of} list={list} {...props} />
    ))}
  </div>
)
