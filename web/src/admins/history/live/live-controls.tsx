import { FilterButton } from '../../parts/filters/controls.tsx'
import type { EventFilters } from '../filter-line.tsx'
import type { LiveState } from './live-feed.ts'

const words: Record<LiveState, string> = {
  off: '',
  opening: 'Collegamento…',
  open: 'In ascolto',
  lost: 'Collegamento perso: riprovo',
  refused: 'La diretta non accetta questi filtri',
}

type Props = {
  filters: EventFilters
  state: LiveState
  isPaused: boolean
  setPaused: (isPaused: boolean) => void
}

export const LiveControls = ({ filters, state, isPaused, setPaused }: Props) => (
  <span className="live-controls">
    <span role="status" data-state={isPaused ? 'paused' : state}>
      {filters.isLive && (isPaused ? 'In pausa' : words[state])}
    </span>
    {filters.isLive && (
      <FilterButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Riprendi' : 'Pausa'}</FilterButton>
    )}
    <button
      type="button"
      role="switch"
      className="live-switch"
      aria-checked={filters.isLive}
      disabled={filters.liveDisabledReason !== null}
      title={filters.liveDisabledReason ?? undefined}
      onClick={() => filters.set('live', filters.isLive ? '' : '1')}
    >
      In diretta
    </button>
  </span>
)
