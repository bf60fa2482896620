import type { KeyboardEvent, RefObject } from 'react'
import { FilterButton, SearchField } from '../parts/filters/controls.tsx'
import { FilterChips } from '../parts/filters/filter-chips.tsx'
import type { Choice } from '../parts/filters/filter-menu.popover.tsx'
import { useFilters, useTypedFilter } from '../parts/filters/filters.ts'
import { asTheyAre, asTyped, FilterMenu } from '../parts/filters/menus.tsx'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { actorName, useEmailOf } from '../parts/words/actors.tsx'
import { eventChoices, eventName, kindChoices } from '../parts/words/event-kind.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import type { EventRow } from './history-data.ts'

/** The names of the API, also in the address. */
const filterNames = ['type', 'stream', 'actor', 'visit', 'correlation', 'q'] as const
type FilterName = (typeof filterNames)[number]

/** The filters in the address, and the query for the API. */
export function useEventFilters() {
  const filters = useFilters()
  const { picked, parameters } = readPeriod(filters.of)
  // A period up to now has no end, so that live events are in it.
  const period = parameters.filter(
    ([name]) => name !== 'to' || picked.moving === null || Date.parse(picked.to) < Date.now(),
  )
  const others = filters.queryOf([...filterNames, 'order'])
  return {
    ...filters,
    ...{ picked, hasEnd: period.some(([name]) => name === 'to') },
    query: [others, new URLSearchParams(period).toString()].filter(Boolean).join('&'),
    isFiltered: period.length > 0 || others !== '',
    isNewestFirst: filters.of('order') !== 'asc',
    clearAll: () => filters.clear([...filterNames, 'order', 'period', 'from', 'to']),
  }
}

export type EventFilters = ReturnType<typeof useEventFilters>

export type Only = (by: FilterName, value: string) => void

export const onlyWords = {
  stream: 'Solo questo flusso',
  actor: 'Solo questo autore',
  visit: 'Solo questa visita',
  correlation: 'Solo questa richiesta',
} as const

function actorChoice(actor: string, email: string | null): Choice {
  const { kind, id } = actorName(actor)
  return { value: actor, label: kind, ...(id && { detail: email ?? id }) }
}

const typedStream = (text: string): Choice[] =>
  text.endsWith('*')
    ? [{ value: text, label: 'Comincia con', detail: text }]
    : [{ value: `${text}*`, label: 'Comincia con', detail: `${text}*` }, ...asTyped(text)]

type Props = {
  filters: EventFilters
  /** Their values are choices. */
  listed: RefObject<readonly EventRow[]>
  leave: () => void
}

export function FilterLine({ filters, listed, leave }: Props) {
  const valuesOf = (name: 'stream' | 'actor' | 'visitId') => [
    ...new Set(listed.current.flatMap(row => row[name] ?? [])),
  ]
  const emailOf = useEmailOf()
  const one = (name: 'stream' | 'actor' | 'visit') => ({
    chosen: filters.allOf(name),
    choose: (value: string) => filters.set(name, filters.of(name) === value ? '' : value),
  })
  return (
    <search className="filter-line">
      <WordsField filters={filters} leave={leave} />
      <FilterMenu
        name="Tipo"
        hint="Cerca un tipo…"
        several
        choices={() => [...kindChoices, ...eventChoices]}
        chosen={filters.allOf('type')}
        choose={type => filters.toggle('type', type)}
      />
      <FilterMenu
        name="Flusso"
        hint="Nome, o inizio e *"
        choices={() => asTheyAre(valuesOf('stream'))}
        typed={typedStream}
        {...one('stream')}
      />
      <FilterMenu
        name="Autore"
        hint="Chi lo ha fatto…"
        choices={() =>
          [...new Set(['visitor', 'system', ...valuesOf('actor')])].map(actor =>
            actorChoice(actor, emailOf(actor)),
          )
        }
        typed={asTyped}
        {...one('actor')}
      />
      <FilterMenu
        name="Visita"
        hint="Id della visita…"
        choices={() => asTheyAre(valuesOf('visitId'))}
        typed={asTyped}
        {...one('visit')}
      />
      <PeriodPicker picked={filters.picked} pick={periodWriter(filters)} none="Sempre" />
      <FilterButton onClick={() => filters.set('order', filters.isNewestFirst ? 'asc' : '')}>
        {filters.isNewestFirst ? 'Dal più recente' : 'Dal più vecchio'}
      </FilterButton>
      <SavedViews />
      <ExportEvents query={filters.query} />
    </search>
  )
}

const pauseMs = 350

type WordsProps = { filters: EventFilters; leave: () => void }

/** Searches after a pause or at Enter. Escape clears it and returns to the list. */
function WordsField({ filters, leave }: WordsProps) {
  const [typed, type] = useTypedFilter(filters, 'q', pauseMs)
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      filters.set('q', typed.trim())
      leave()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      type('')
      filters.set('q', '')
      leave()
    }
  }
  return (
    <SearchField
      label="Parole"
      placeholder="Parole: pagina, elemento, id…"
      maxLength={200}
      value={typed}
      search={type}
      onKeyDown={press}
    />
  )
}

const chips: Record<FilterName, [name: string, inWords?: (value: string) => string]> = {
  type: ['Tipo', eventName],
  stream: ['Flusso'],
  actor: ['Autore', actor => Object.values(actorName(actor)).join(' ').trim()],
  visit: ['Visita'],
  correlation: ['Richiesta'],
  q: ['Parole'],
}

export function EventChips({ filters }: { filters: EventFilters }) {
  const email = useEmailOf(filters.of('actor').startsWith('admin:'))(filters.of('actor'))
  const names = email ? { ...chips, actor: ['Autore', () => email] as const } : chips
  return <FilterChips filters={filters} names={names} clear={filters.clearAll} />
}
