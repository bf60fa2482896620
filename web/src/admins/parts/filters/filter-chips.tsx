import { Cross2Icon } from '@radix-ui/react-icons'
import { TextButton } from './controls.tsx'
import type { useFilters } from './filters.ts'

type ChipsProps = {
  filters: Pick<ReturnType<typeof useFilters>, 'allOf' | 'remove'>
  names: Readonly<Record<string, readonly [name: string, inWords?: (value: string) => string]>>
  clear: () => void
}

export function FilterChips({ filters, names, clear }: ChipsProps) {
  const chips = Object.entries(names).flatMap(([by, [name, inWords = String]]) =>
    filters.allOf(by).flatMap(value => (value === '' ? [] : [{ by, value, name, label: inWords(value) }])),
  )
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Filtri scelti">
      {chips.map(({ by, value, name, label }) => (
        <li key={`${by} ${value}`}>
          <button
            type="button"
            aria-label={`Togli il filtro ${name}: ${label}`}
            title={value}
            onClick={() => filters.remove(by, value)}
          >
            <span>{name}</span> <strong>{label}</strong>
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
