import { type KeyboardEvent, type RefObject, useState } from 'react'
import { FilterRow, useFiltered } from '../filters/filter-row.tsx'
import { FilterButton, SearchField } from '../parts/filters/controls.tsx'
import type { Choice } from '../parts/filters/filter-menu.popover.tsx'
import { useFilters, useTypedFilter } from '../parts/filters/filters.ts'
import { exactChoice, FilterMenu, plainChoices } from '../parts/filters/menus.tsx'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { FilterChips } from '../parts/page/filter-chips.tsx'
import { filterWord } from '../parts/page/filter-words.ts'
import { useIsNarrow } from '../parts/page/use-media.ts'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { actorName, useEmailOf } from '../parts/words/actors.tsx'
import { eventChoices, interactionChoices } from '../parts/words/event-name.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import type { EventRow } from './history-data.ts'

/** Those of the API, also in the address. */
const filterNames = ['type', 'stream', 'actor', 'visit', 'correlation', 'q']

/** The filters in the address, and the query for the API. */
export function useEventFilters() {
  const filters = useFilters()
  const { picked, parameters } = readPeriod(filters.get)
  // A period up to now has no end, so that live events are in it.
  const isUpToNow = picked.relative !== null && Date.parse(picked.to) >= Date.now()
  const period = isUpToNow ? [['from', picked.from]] : parameters
  const filtered = useFiltered(filters)
  const others = filters.queryOf([...filterNames, 'order'], Object.entries(filtered.parameters))
  const isNewestFirst = filters.get('order') !== 'asc'
  const hasEnd = !isUpToNow && picked.to !== ''
  /** Why the list cannot be live; null: it can. */
  const liveDisabledReason = !isNewestFirst
    ? 'In diretta solo dal più recente'
    : hasEnd
      ? 'In diretta solo senza un ultimo giorno'
      : filtered.isFiltered
        ? 'In diretta solo senza filtri sulle visite'
        : null
  return {
    ...filters,
    picked,
    isNewestFirst,
    liveDisabledReason,
    visitRow: filtered.row,
    hasVisitRow: filtered.isFiltered,
    isLive: filters.get('live') !== '' && liveDisabledReason === null,
    query: [others, new URLSearchParams(period).toString()].filter(Boolean).join('&'),
    isFiltered: period.length > 0 || others !== '',
    clearAll: () => filters.clear([...filterNames, 'order', 'period', 'from', 'to', 'filters', 'segment']),
  }
}

export type EventFilters = ReturnType<typeof useEventFilters>

export const filterLabels = {
  stream: 'Solo questo flusso',
  actor: 'Solo questo autore',
  visit: 'Solo questa visita',
  correlation: 'Solo questa richiesta',
} as const
export type SetFilter = (by: keyof typeof filterLabels, value: string) => void

const typedStream = (text: string): Choice[] =>
  text.endsWith('*')
    ? [{ value: text, label: 'Comincia con', detail: text }]
    : [{ value: `${text}*`, label: 'Comincia con', detail: `${text}*` }, ...exactChoice(text)]

type Props = {
  filters: EventFilters
  /** Their values are choices. */
  listedRows: RefObject<readonly EventRow[]>
  focusList: () => void
}

export function FilterLine({ filters, listedRows, focusList }: Props) {
  // A phone has room for two rows.
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  const valuesOf = (name: 'stream' | 'actor' | 'visitId') => [
    ...new Set(listedRows.current.flatMap(row => row[name] ?? [])),
  ]
  const emailOf = useEmailOf()
  const actorLabel = (actor: string) => emailOf(actor) ?? Object.values(actorName(actor)).join(' ').trim()
  function actorChoice(actor: string): Choice {
    const { kind, id } = actorName(actor)
    return { value: actor, label: kind, detail: emailOf(actor) ?? id }
  }
  const singleChoice = (name: 'stream' | 'actor' | 'visit') => ({
    chosen: filters.getAll(name),
    choose: (value: string) => filters.set(name, filters.get(name) === value ? '' : value),
  })
  return (
    <div className="events-filters">
      <search className="filter-line">
        <WordsField filters={filters} focusList={focusList} />
        {isNarrow && (
          <FilterButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Filtri
          </FilterButton>
        )}
        {(!isNarrow || isOpen) && (
          <>
            <FilterMenu
              name="Tipo"
              hint="Cerca un tipo…"
              multiple
              choices={() => [...interactionChoices, ...eventChoices]}
              chosen={filters.getAll('type')}
              choose={type => filters.toggle('type', type)}
            />
            <FilterMenu
              name="Flusso"
              hint="Nome, o inizio e *"
              choices={() => plainChoices(valuesOf('stream'))}
              typedChoices={typedStream}
              {...singleChoice('stream')}
            />
            <FilterMenu
              name="Autore"
              hint="Chi lo ha fatto…"
              choices={() => [...new Set(['visitor', 'system', ...valuesOf('actor')])].map(actorChoice)}
              typedChoices={exactChoice}
              {...singleChoice('actor')}
            />
            <FilterMenu
              name="Visita"
              hint="Id della visita…"
              choices={() => plainChoices(valuesOf('visitId'))}
              typedChoices={exactChoice}
              {...singleChoice('visit')}
            />
            <PeriodPicker picked={filters.picked} pick={periodWriter(filters)} none="Sempre" />
          </>
        )}
        <FilterButton onClick={() => filters.set('order', filters.isNewestFirst ? 'asc' : '')}>
          {filters.isNewestFirst ? 'Dal più recente' : 'Dal più vecchio'}
        </FilterButton>
        <SavedViews />
        <ExportEvents query={filters.query} />
        {(!isNarrow || isOpen || filters.hasVisitRow) && <FilterRow level="event" {...filters.visitRow} />}
      </search>
      <FilterChips
        filters={filters}
        names={filterNames}
        formatValue={(name, value) => (name === 'actor' ? actorLabel(value) : filterWord(name, value))}
        clear={filters.clearAll}
      />
    </div>
  )
}

const pauseMs = 350

/** Searches after a pause or at Enter. Escape clears it and returns to the list. */
function WordsField({ filters, focusList }: { filters: EventFilters; focusList: () => void }) {
  const [typed, type] = useTypedFilter(filters, 'q', pauseMs)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    const text = event.key === 'Enter' ? typed.trim() : ''
    type(text)
    filters.set('q', text)
    focusList()
  }
  return (
    <SearchField
      label="Parole"
      placeholder="Parole: pagina, elemento, id…"
      maxLength={200}
      value={typed}
      search={type}
      onKeyDown={onKeyDown}
    />
  )
}
