import { Button } from '@radix-ui/themes'
import { useEffect } from 'react'
import { hasStatus } from '../../shell/http.ts'
import { readFailure, serverSentence } from '../console-data.ts'
import { ViewState } from '../parts/view-state.tsx'
import type { EventFilters } from './filter-line.tsx'
import type { useHistory } from './history-data.ts'
import type { Following } from './live-feed.ts'

type Props = { history: ReturnType<typeof useHistory>; filters: EventFilters; isFollowing: boolean }

function WithoutFilters({ filters, text }: { filters: EventFilters; text: string }) {
  return (
    <>
      <p>{text}</p>
      <Button variant="outline" onClick={filters.clearAll}>
        Togli i filtri
      </Button>
    </>
  )
}

/** A page without a row, and more behind it: the search goes on by itself. */
function SearchOn({ goOn }: { goOn: () => void }) {
  useEffect(goOn)
  return (
    <p className="events-none quiet" role="status">
      Ricerca…
    </p>
  )
}

/** In place of rows, where there are none. */
export function ListState({ history, filters, isFollowing }: Props) {
  const { error, first, isWhole, isStalled, isValidating, insist } = history
  if (!first && hasStatus(error, 400))
    return (
      <div className="events-none" role="alert">
        <WithoutFilters filters={filters} text={serverSentence(error, 'Questi filtri non sono validi.')} />
      </div>
    )
  if (!first || error) return <ViewState answer={{ ...history, mutate: async () => history.more() }} />
  if (isWhole && filters.isFiltered)
    return (
      <div className="events-none">
        <WithoutFilters
          filters={filters}
          text={
            isFollowing
              ? 'Nessun evento per questi filtri, finora: i prossimi appariranno qui.'
              : 'Nessun evento per questi filtri.'
          }
        />
      </div>
    )
  if (isWhole)
    return (
      <div className="events-none">
        <p>Il registro è vuoto. Qui starà tutto ciò che succede: visite, lead, registrazioni, accessi.</p>
      </div>
    )
  if (!isStalled) return <SearchOn goOn={history.goOn} />
  return (
    <div className="events-none">
      <p>Ancora niente, in una parte del registro.</p>
      <Button variant="outline" disabled={isValidating} onClick={insist}>
        Cerca ancora
      </Button>
    </div>
  )
}

type FootProps = {
  error: Error | undefined
  isWhole: boolean
  isLoading: boolean
  /** Page after page came short of rows. */
  isStalled: boolean
  more: () => void
}

/** Below the rows that were read: what comes next, or why nothing does. */
export function ListFoot({ error, isWhole, isLoading, isStalled, more }: FootProps) {
  if (error)
    return (
      <div className="event-foot" role="alert">
        <p>{readFailure(error)}</p>
        <Button variant="outline" disabled={isLoading} onClick={more}>
          Riprova
        </Button>
      </div>
    )
  if (isStalled)
    return (
      <div className="event-foot">
        <p>Cercato in una parte del registro: oltre possono essercene altri.</p>
        <Button variant="outline" disabled={isLoading} onClick={more}>
          Cerca ancora
        </Button>
      </div>
    )
  return <p className="event-foot quiet">{isWhole ? 'Non ci sono altri eventi.' : 'Caricamento…'}</p>
}

const words: Record<Following, string> = {
  off: '',
  opening: 'Collegamento…',
  open: 'In ascolto',
  lost: 'Collegamento perso: riprovo',
  refused: 'La diretta non accetta questi filtri',
}

type LiveProps = {
  /** Why it cannot be followed; null where it can. */
  hindrance: string | null
  isOn: boolean
  isPaused: boolean
  state: Following
  turn: (isOn: boolean) => void
  pause: () => void
}

export function LiveControls({ hindrance, isOn, isPaused, state, turn, pause }: LiveProps) {
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
