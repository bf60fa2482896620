import type { LiveState } from './use-live.ts'

const words: Record<LiveState, string> = {
  off: '',
  opening: 'Collegamento…',
  open: 'In ascolto',
  lost: 'Collegamento perso: riprovo',
  refused: 'La diretta non accetta questi filtri',
}

type Props = {
  /** Why it cannot be followed; null where it can. */
  hindrance: string | null
  isOn: boolean
  isPaused: boolean
  state: LiveState
  turn: (isOn: boolean) => void
  pause: () => void
}

export function LiveControls({ hindrance, isOn, isPaused, state, turn, pause }: Props) {
  return (
    <span className="live-controls">
      <span role="status" data-state={isPaused ? 'paused' : state}>
        {isOn && (isPaused ? 'In pausa' : words[state])}
      </span>
      {isOn && (
        <button type="button" className="filter-button" aria-keyshortcuts="p" onClick={pause}>
          {isPaused ? 'Riprendi' : 'Pausa'}
        </button>
      )}
      <button
        type="button"
        role="switch"
        className="live-switch"
        aria-checked={isOn}
        disabled={hindrance !== null}
        title={hindrance ?? undefined}
        onClick={() => turn(!isOn)}
      >
        In diretta
      </button>
    </span>
  )
}

const seconds = (ms: number) => (ms / 1000).toLocaleString('it-IT', { maximumFractionDigits: 1 })

/** How far behind the log is what this list shows. */
export function LagNote({ lagMs }: { lagMs: number | undefined }) {
  if (lagMs === undefined) return null
  return (
    <p className="lag-note" data-delayed={lagMs > 0}>
      {lagMs === 0 ? 'Elenco al passo con il registro' : `Elenco in ritardo di ${seconds(lagMs)} s`}
    </p>
  )
}
