import { Cross2Icon } from '@radix-ui/react-icons'
import { eventName } from '../parts/event-kind.tsx'
import { momentName } from '../parts/rome-time.ts'
import { actorName } from './actor-name.ts'
import { type EventFilters, type FilterName, filterNames } from './event-filters.ts'

const asItIs = (value: string) => value

const chips: Record<FilterName, { name: string; value: (value: string) => string }> = {
  type: { name: 'Tipo', value: eventName },
  stream: { name: 'Flusso', value: asItIs },
  actor: { name: 'Autore', value: actor => [actorName(actor).kind, actorName(actor).id].join(' ').trim() },
  visit: { name: 'Visita', value: asItIs },
  correlation: { name: 'Richiesta', value: asItIs },
  q: { name: 'Parole', value: asItIs },
  from: { name: 'Dal', value: momentName },
  to: { name: 'Prima del', value: momentName },
}

/** What is filtered by, each to be taken off. */
export function FilterChips({ filters }: { filters: EventFilters }) {
  if (!filters.isFiltered) return null
  const chosen = filterNames
    .flatMap(name => filters.allOf(name).map(value => ({ name, value })))
    .filter(({ value }) => value !== '')
  return (
    <ul className="filter-chips" aria-label="Filtri scelti">
      {chosen.map(({ name, value }) => {
        const text = chips[name].value(value)
        return (
          <li key={`${name} ${value}`}>
            <button
              type="button"
              aria-label={`Togli il filtro ${chips[name].name}: ${text}`}
              title={value}
              onClick={() => filters.remove(name, value)}
            >
              <span>{chips[name].name}</span> <strong>{text}</strong>
              <Cross2Icon aria-hidden width={12} height={12} />
            </button>
          </li>
        )
      })}
      <li>
        <button type="button" className="text-button" onClick={filters.clearAll}>
          Togli i filtri
        </button>
      </li>
    </ul>
  )
}
