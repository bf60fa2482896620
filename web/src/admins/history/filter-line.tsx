import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { registry } from '@tba/events/registry.ts'
import type { KeyboardEvent, Ref } from 'react'
import { actorName } from '../parts/actors.tsx'
import { FilterButton } from '../parts/controls.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { ExportEvents } from '../parts/export-events.tsx'
import { FilterChips } from '../parts/filter-chips.tsx'
import type { Choice } from '../parts/filter-menu.popover.tsx'
import { useFilters, useTypedFilter } from '../parts/filters.ts'
import { FilterMenu, PeriodMenu } from '../parts/menus.tsx'
import { momentName } from '../parts/rome-time.ts'
import { SavedViews } from '../views/saved-views.tsx'
import type { SeenValues } from './history-data.ts'

/** As the call names them, and the address. */
const filterNames = ['type', 'stream', 'actor', 'visit', 'correlation', 'q', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

const isOrder = (order: string) => ['', 'asc', 'desc'].includes(order)

/** The filters of the history, and the query that asks for what they let through. */
export function useEventFilters() {
  const filters = useFilters()
  return {
    ...filters,
    query: filters.queryOf([...filterNames, 'order']),
    isFiltered: filters.queryOf(filterNames) !== '',
    isNewestFirst: filters.of('order') !== 'asc',
    /** The order too, where it is none: the server refuses it as it does a filter. */
    clearAll: () => filters.clear(isOrder(filters.of('order')) ? filterNames : [...filterNames, 'order']),
  }
}

export type EventFilters = ReturnType<typeof useEventFilters>

export type Only = (by: FilterName, value: string) => void

const types: readonly Choice[] = Object.keys(registry)
  .map(type => ({ value: type, label: eventName(type), detail: type }))
  .sort((one, other) => one.label.localeCompare(other.label, 'it'))

function actorChoice(actor: string): Choice {
  const { kind, id } = actorName(actor)
  return { value: actor, label: kind, ...(id && { detail: id }) }
}

const typedStream = (text: string): Choice[] =>
  text.endsWith('*')
    ? [{ value: text, label: 'Comincia con', detail: text }]
    : [
        { value: `${text}*`, label: 'Comincia con', detail: `${text}*` },
        { value: text, label: 'Proprio', detail: text },
      ]
const typedAsIs = (text: string): Choice[] => [{ value: text, label: 'Proprio', detail: text }]
const asItIs = (values: readonly string[]): Choice[] => values.map(value => ({ value, label: value }))

type Props = { filters: EventFilters; seen: SeenValues; words: Ref<HTMLInputElement>; leave: () => void }

/** One line above the list: what it is narrowed to. */
export function FilterLine({ filters, seen, words, leave }: Props) {
  const one = (name: 'stream' | 'actor' | 'visit') => ({
    chosen: filters.allOf(name),
    choose: (value: string) => filters.set(name, filters.of(name) === value ? '' : value),
  })
  return (
    <search className="filter-line">
      <WordsField filters={filters} field={words} leave={leave} />
      <FilterMenu
        name="Tipo"
        hint="Cerca un tipo…"
        several
        choices={() => types}
        chosen={filters.allOf('type')}
        choose={type => (filters.params.has('type', type) ? filters.remove : filters.add)('type', type)}
      />
      <FilterMenu
        name="Flusso"
        hint="Nome, o inizio e *"
        choices={() => asItIs(seen.of('stream'))}
        typed={typedStream}
        {...one('stream')}
      />
      <FilterMenu
        name="Autore"
        hint="Chi lo ha fatto…"
        choices={() => [...new Set(['visitor', 'system', ...seen.of('actor')])].map(actorChoice)}
        typed={typedAsIs}
        {...one('actor')}
      />
      <FilterMenu
        name="Visita"
        hint="Id della visita…"
        choices={() => asItIs(seen.of('visit'))}
        typed={typedAsIs}
        {...one('visit')}
      />
      <PeriodMenu filters={filters} />
      <FilterButton onClick={() => filters.set('order', filters.isNewestFirst ? 'asc' : '')}>
        {filters.isNewestFirst ? 'Dal più recente' : 'Dal più vecchio'}
      </FilterButton>
      <SavedViews />
      <ExportEvents query={filters.query} />
    </search>
  )
}

const pauseMs = 350

type WordsProps = { filters: EventFilters; field: Ref<HTMLInputElement>; leave: () => void }

/** Searched for once typing pauses, or at Enter; Escape empties it and goes back to the list. */
function WordsField({ filters, field, leave }: WordsProps) {
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
    <span className="words-field">
      <MagnifyingGlassIcon aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Parole"
        placeholder="Parole: pagina, elemento, id…"
        maxLength={200}
        spellCheck={false}
        value={typed}
        onChange={event => type(event.target.value)}
        onKeyDown={press}
      />
    </span>
  )
}

const asWritten = (value: string) => value

const chips: Record<FilterName, { name: string; value: (value: string) => string }> = {
  type: { name: 'Tipo', value: eventName },
  stream: { name: 'Flusso', value: asWritten },
  actor: { name: 'Autore', value: actor => [actorName(actor).kind, actorName(actor).id].join(' ').trim() },
  visit: { name: 'Visita', value: asWritten },
  correlation: { name: 'Richiesta', value: asWritten },
  q: { name: 'Parole', value: asWritten },
  from: { name: 'Dal', value: momentName },
  to: { name: 'Prima del', value: momentName },
}

/** What is filtered by, each to be taken off. */
export const EventChips = ({ filters }: { filters: EventFilters }) => (
  <FilterChips
    chips={filterNames.flatMap(by =>
      filters
        .allOf(by)
        .filter(value => value !== '')
        .map(value => ({
          ...{ key: `${by} ${value}`, name: chips[by].name, value: chips[by].value(value), title: value },
          remove: () => filters.remove(by, value),
        })),
    )}
    clear={filters.clearAll}
  />
)
