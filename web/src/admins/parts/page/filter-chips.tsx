import { Cross2Icon } from '@radix-ui/react-icons'
import { TextButton } from '../filters/controls.tsx'
import type { useFilters } from '../filters/filters.ts'
import { filterLabel, filterWord } from './filter-words.ts'

type ChipsProps = {
  filters: Pick<ReturnType<typeof useFilters>, 'getAll' | 'remove'>
  names: readonly string[]
  formatValue?: (name: string, value: string) => string
  clear: () => void
}

export function FilterChips({ filters, names, formatValue = filterWord, clear }: ChipsProps) {
  const chips = names.flatMap(name =>
    filters
      .getAll(name)
      .flatMap(value => (value === '' ? [] : [{ name, value, label: formatValue(name, value) }])),
  )
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Filtri scelti">
      {chips.map(({ name, value, label }) => (
        <li key={`${name} ${value}`}>
          <button
            type="button"
            aria-label={`Togli il filtro ${filterLabel(name)}: ${label}`}
            title={value}
            onClick={() => filters.remove(name, value)}
          >
            <span>{filterLabel(name)}</span> <strong>{label}</strong>
            <Cross2Icon aria-hidden width={12} height={12} />
          </button>
        </li>
      ))}
      <li>
        <TextButton onClick={clear}>Togli i filtri</TextButton>
      </li>
    </ul>
  )
}
