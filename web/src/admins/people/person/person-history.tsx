import { Link } from 'react-router-dom'
import type { EventRow } from '../../history/history-data.ts'
import { ReadMore } from '../../parts/page/read-button.tsx'
import { ViewState } from '../../parts/page/view-state.tsx'
import { MomentOf } from '../../parts/time/times.tsx'
import { Actor } from '../../parts/words/actors.tsx'
import { EventName } from '../../parts/words/event-name.tsx'
import { eventAddress, VisitLinks } from '../../parts/words/links.tsx'
import { streamKind } from '../../streams/stream-head.tsx'
import type { usePersonHistory } from './person-data.ts'

type Props = {
  rows: readonly EventRow[]
  history: ReturnType<typeof usePersonHistory>
  shown: number
  choose: (position: string) => void
}

/** All streams in the order of the log, the oldest event first. What came later than the chosen event is dotted. */
export function PersonHistory({ rows, history, shown, choose }: Props) {
  const { error, isComplete, isValidating, more } = history
  const last = rows.length - 1
  return (
    <>
      <ol className="timeline-entries">
        {rows.map((row, at) => (
          <li key={row.id}>
            <article className="timeline-entry" data-later={at > shown} data-shown={at === shown}>
              <header>
                <button
                  type="button"
                  aria-current={at === shown ? 'step' : undefined}
                  onClick={() => choose(at === last && isComplete ? '' : row.position)}
                >
                  <span className="revision">{at + 1}</span> <EventName type={row.type} />
                </button>
                <p>
                  <MomentOf at={row.recordedAt} />
                  <Actor actor={row.actor} />
                </p>
              </header>
              {row.summary && <p className="summary">{row.summary}</p>}
              <p className="quiet small">
                <span>{streamKind(row.stream)}</span> · <Link to={eventAddress(row.id)}>Apri l’evento</Link>
              </p>
            </article>
          </li>
        ))}
      </ol>
      {error ? (
        <ViewState answer={{ ...history, mutate: async () => more() }} />
      ) : (
        isComplete || <ReadMore label="Mostra i successivi" isBusy={isValidating} read={more} />
      )}
    </>
  )
}

/** The visits that a fact with consent ties, as far as their events were read. */
export function PersonVisits({ rows }: { rows: readonly EventRow[] }) {
  const own = rows.filter(({ stream }) => stream.startsWith('visit-'))
  const visits = [...Map.groupBy(own, ({ visitId }) => visitId ?? '')]
  if (visits.length === 0)
    return (
      <p className="quiet">
        Nessuna visita: qui stanno quelle fatte da chi ha accettato i cookie, per 90 giorni.
      </p>
    )
  return (
    <ul className="person-visits">
      {visits.map(([id, events]) => (
        <li key={id}>
          <MomentOf at={events[0]?.recordedAt ?? ''} />
          <span className="quiet">{events.length === 1 ? '1 evento' : `${events.length} eventi`}</span>
          <VisitLinks id={id} />
        </li>
      ))}
    </ul>
  )
}
