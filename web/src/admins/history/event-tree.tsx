import type { HistoryDetail, HistoryEvent } from '@tba/events/history/views.ts'
import { eventName } from '../parts/event-kind.tsx'
import { MomentOf } from '../parts/times.tsx'
import { saysOf } from './says.ts'

type Walk = (id: string) => void
type Effect = HistoryDetail['effects'][number]

function Node({ event, walk, isThis = false }: { event: HistoryEvent; walk: Walk; isThis?: boolean }) {
  return (
    <button
      type="button"
      className="tree-event"
      aria-current={isThis ? 'true' : undefined}
      disabled={isThis}
      onClick={() => walk(event.id)}
    >
      <b>{eventName(event.type)}</b> <span>{saysOf(event)}</span>
      <small>
        <MomentOf at={event.recordedAt} />
      </small>
    </button>
  )
}

function Effects({ effects, walk }: { effects: readonly Effect[]; walk: Walk }) {
  if (effects.length === 0) return null
  return (
    <ul>
      {effects.map(({ event, effects }) => (
        <li key={event.id}>
          <Node event={event} walk={walk} />
          <Effects effects={effects} walk={walk} />
        </li>
      ))}
    </ul>
  )
}

/** What an event came from and what came of it; each opens in its place. */
export function EventTree({ event, cause, effects, walk }: HistoryDetail & { walk: Walk }) {
  const own = (
    <li>
      <Node event={event} walk={walk} isThis />
      <Effects effects={effects} walk={walk} />
    </li>
  )
  return (
    <section>
      <h3>Causa ed effetti</h3>
      {cause === null && effects.length === 0 ? (
        <p className="quiet">Nessun altro evento della stessa richiesta o dei lavori che ne sono seguiti.</p>
      ) : (
        <ul className="event-tree">
          {cause === null ? (
            own
          ) : (
            <li>
              <Node event={cause} walk={walk} />
              <ul>{own}</ul>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
