import { fewVisits, noSource, type OverviewListName, type OverviewView } from '@tba/events/overview/views.ts'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { count, percent } from '../../components/format.ts'
import { TextButton } from '../parts/filters/controls.tsx'
import { duration } from '../parts/time/durations.ts'
import { deviceWord, sourceWord } from '../parts/words/labels.ts'
import { type Side, visitsAddress } from './overview-address.ts'

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

type Line = OverviewView['pages' | 'sources'][number]

/** In a filter. Null: unknown. */
const filterValue = ({ of }: List, value: string | null) => (of === 'sources' ? (value ?? noSource) : value)

/** Null: nothing leads elsewhere, or Visite cannot filter by two pages. */
function visitsOf({ visitFilter }: List, value: string | null, { address }: Side): string | null {
  if (!address) return null
  const page = address.filters.get('page')
  if (visitFilter === 'viewed' && page !== '' && page !== value) return null
  return visitsAddress(address, { [visitFilter]: value ?? noSource })
}

type RowProps = { list: List; value: string | null; sides: readonly Side[] }

/** The numbers of a second segment stand below those of the first. */
function Row({ list, value, sides }: RowProps) {
  const { of, filter } = list
  const name = nameOf(of, value)
  const address = sides[0]?.address
  const filtering = filterValue(list, value)
  const found = sides.map(side => {
    const line: Line | undefined = side.view[of].find(line => line.value === value)
    return { side, line }
  })
  const cell = (shown: (line: Line, side: Side) => ReactNode) => (
    <td>
      {found.map(({ side, line }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a side is nothing but its place.
        <span key={at} className={line && line.visits < fewVisits ? 'few' : undefined}>
          {line ? shown(line, side) : <i title="Nessuna, o non tra le prime dieci">—</i>}
        </span>
      ))}
    </td>
  )
  return (
    <tr style={{ '--share': `${found[0]?.line?.share ?? 0}%` }}>
      <th scope="row">
        {filter && address && filtering !== null ? (
          <TextButton
            aria-pressed={address.filters.get(filter) === filtering}
            onClick={() => address.toggle(filter, filtering)}
          >
            {name}
          </TextButton>
        ) : (
          name
        )}
      </th>
      {cell(({ visits }, side) => {
        const to = visitsOf(list, value, side)
        const counted = `${count(visits)} ${visits === 1 ? 'visita' : 'visite'}`
        return to ? (
          <Link to={to} aria-label={`${[counted, side.name].filter(Boolean).join(', ')}: ${name}`}>
            {count(visits)}
          </Link>
        ) : (
          count(visits)
        )
      })}
      {cell(({ share }) => percent(share))}
      {of === 'pages' &&
        cell(line =>
          'medianSeconds' in line && line.medianSeconds !== null ? duration(line.medianSeconds) : '—',
        )}
      {cell(({ converted, conversion }) => (
        <span title={`${count(converted)} con l’obiettivo`}>{percent(conversion)}</span>
      ))}
    </tr>
  )
}

type ListProps = { list: List; sides: readonly Side[] }

function OneList({ list, sides }: ListProps) {
  // A report may have several.
  const id = useId()
  const values = new Set(sides.flatMap(({ view }) => view[list.of].map(({ value }) => value)))
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{list.title}</h2>
      {values.size === 0 ? (
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
            {[...values].map(value => (
              <Row key={String(value)} list={list} value={value} sides={sides} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** A name filters this page. A number opens its visits. */
export const Lists = ({ sides }: Omit<ListProps, 'list'>) => (
  <div className="overview-lists">
    {lists.map(list => (
      <OneList key={list.of} list={list} sides={sides} />
    ))}
  </div>
)
