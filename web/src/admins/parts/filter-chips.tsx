import { Cross2Icon } from '@radix-ui/react-icons'
import { TextButton } from './controls.tsx'

export type Chip = {
  key: string
  name: string
  /** In words. */
  value: string
  /** On hover. */
  title?: string
  remove: () => void
}

/** What is filtered by, each to be taken off. */
export function FilterChips({ chips, clear }: { chips: readonly Chip[]; clear: () => void }) {
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Filtri scelti">
      {chips.map(({ key, name, value, title, remove }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={`Togli il filtro ${name}: ${value}`}
            title={title}
            onClick={remove}
          >
            <span>{name}</span> <strong>{value}</strong>
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
