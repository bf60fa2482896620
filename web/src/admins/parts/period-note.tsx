import { Cross2Icon } from '@radix-ui/react-icons'
import type { useFilters } from './filters.ts'
import { momentIn } from './moment-in.ts'
import { momentName } from './rome-time.ts'

type Props = { filters: Pick<ReturnType<typeof useFilters>, 'of' | 'clear'>; otherwise: string | null }

/** Which period was chosen, to be taken off; else which one it is. */
export function PeriodNote({ filters, otherwise }: Props) {
  if (otherwise !== null) return <span className="quiet">{otherwise}</span>
  const [from, to] = [momentIn(filters.of('from')), momentIn(filters.of('to'))]
  const name = [from && `dal ${momentName(from)}`, to && `prima del ${momentName(to)}`]
    .filter(Boolean)
    .join(' ')
  return (
    <span className="filter-chips">
      <button
        type="button"
        aria-label={`Togli il periodo: ${name}`}
        onClick={() => filters.clear(['from', 'to'])}
      >
        <strong>{name}</strong>
        <Cross2Icon aria-hidden width={12} height={12} />
      </button>
    </span>
  )
}
