import { FilterButton } from '../../parts/filters/controls.tsx'
import type { LiveState } from './live-feed.ts'

const words: Record<LiveState, string> = {
  off: '',
  opening: 'Collegamento…',
  open: 'In ascolto',
  lost: 'Collegamento perso: riprovo',
  refused: 'La diretta non accetta questi filtri',
}

type Props = {
  /** Why it cannot be live; null: it can. */
  hindrance: string | null
  isOn: boolean
  isPaused: boolean
  state: LiveState
  setOn: (isOn: boolean) => void
  setPaused: (isPaused: boolean) => void
}

export const LiveControls = ({ hindrance, isOn, isPaused, state, setOn, setPaused }: Props) => (
  <span className="live-controls">
    <span role="status" data-state={isPaused ? 'paused' : state}>
      {isOn && (isPaused ? 'In pausa' : words[state])}
    </span>
    {isOn && (
      <FilterButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Riprendi' : 'Pausa'}</FilterButton>
    )}
    <button
      type="button"
      role="switch"
      className="live-switch"
      aria-checked={isOn}
      disabled={hindrance !== null}
      title={hindrance ?? undefined}
      onClick={() => setOn(!isOn)}
    >
      In diretta
    </button>
  </span>
)
