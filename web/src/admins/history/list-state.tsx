import { Button } from '@radix-ui/themes'
import { useEffect } from 'react'
import { hasStatus } from '../../api/http.ts'
import { readFailure, serverSentence } from '../api/reads.ts'
import { ViewState } from '../parts/page/view-state.tsx'
import type { EventFilters } from './filter-line.tsx'
import type { useHistory } from './history-data.ts'
import type { Following } from './live/live-feed.ts'

type Props = { history: ReturnType<typeof useHistory>; filters: EventFilters; isFollowing: boolean }

type NoneProps = { text: string; name?: string; act?: () => void; isBusy?: boolean; role?: 'alert' }

const None = ({ text, name, act, isBusy = false, role }: NoneProps) => (
  <div className="events-none" role={role}>
    <p>{text}</p>
    {act && (
      <Button variant="outline" disabled={isBusy} onClick={act}>
        {name}
      </Button>
    )}
  </div>
)

function SearchOn({ goOn }: { goOn: () => void }) {
  useEffect(goOn)
  return (
    <p className="events-none quiet" role="status">
      Ricerca…
    </p>
  )
}

export function ListState({ history, filters, isFollowing }: Props) {
  const { error, first, isWhole, isStalled, isValidating, insist } = history
  const without = { name: 'Togli i filtri', act: filters.clearAll }
  if (!first && hasStatus(error, 400))
    return <None text={serverSentence(error, 'Questi filtri non sono validi.')} role="alert" {...without} />
  if (!first || error) return <ViewState answer={{ ...history, mutate: async () => history.more() }} />
  if (isWhole && filters.isFiltered)
    return (
      <None
        text={`Nessun evento per questi filtri${isFollowing ? ', finora: i prossimi appariranno qui.' : '.'}`}
        {...without}
      />
    )
  if (isWhole)
    return (
      <None text="Il registro è vuoto. Qui starà tutto ciò che succede: visite, lead, registrazioni, accessi." />
    )
  if (!isStalled) return <SearchOn goOn={history.goOn} />
  return (
    <None
      text="Ancora niente, in una parte del registro."
      name="Cerca ancora"
      act={insist}
      isBusy={isValidating}
    />
  )
}

export function ListFoot({ history }: Pick<Props, 'history'>) {
  const { error, isWhole, isStalled, isValidating, insist } = history
  if (!error && !isStalled)
    return <p className="event-foot quiet">{isWhole ? 'Non ci sono altri eventi.' : 'Caricamento…'}</p>
  return (
    <div className="event-foot" {...(error && { role: 'alert' })}>
      <p>
        {error ? readFailure(error) : 'Cercato in una parte del registro: oltre possono essercene altri.'}
      </p>
      <Button variant="outline" disabled={isValidating} onClick={insist}>
        {error ? 'Riprova' : 'Cerca ancora'}
      </Button>
    </div>
  )
}

const words: Record<Following, string> = {
  off: '',
  opening: 'Collegamento…',
  open: 'In ascolto',
  lost: 'Collegamento perso: riprovo',
  refused: 'La diretta non accetta questi filtri',
}

type LiveProps = {
  /** Why it cannot be live; null: it can. */
  hindrance: string | null
  isOn: boolean
  isPaused: boolean
  state: Following
  setOn: (isOn: boolean) => void
  pause: () => void
}

export function LiveControls({ hindrance, isOn, isPaused, state, setOn, pause }: LiveProps) {
  return (
    <span className="live-controls">
      <span role="status" data-state={isPaused ? 'paused' : state}>
        {isOn && (isPaused ? 'In pausa' : words[state])}
      </span>
      {isOn && (
        <button type="button" className="filter-button" onClick={pause}>
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
        onClick={() => setOn(!isOn)}
      >
        In diretta
      </button>
    </span>
  )
}
