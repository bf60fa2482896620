import { registry } from '@tba/events/registry.ts'
import type { Ref } from 'react'
import { eventName } from '../parts/event-kind.tsx'
import { ExportEvents } from '../parts/export-events.tsx'
import type { Choice } from '../parts/filter-choices.ts'
import { FilterMenu } from '../parts/filter-menu.tsx'
import { PeriodMenu } from '../parts/period-menu.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { actorName } from './actor-name.ts'
import type { EventFilters } from './event-filters.ts'
import type { SeenValues } from './seen-values.ts'
import { WordsField } from './words-field.tsx'

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
      <button
        type="button"
        className="filter-button"
        onClick={() => filters.set('order', filters.isNewestFirst ? 'asc' : '')}
      >
        {filters.isNewestFirst ? 'Dal più recente' : 'Dal più vecchio'}
      </button>
      <SavedViews />
      <ExportEvents query={filters.query} />
    </search>
  )
}
