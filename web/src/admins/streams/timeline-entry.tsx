import type { TimelineEntry } from '@tba/events/streams/views.ts'
import { memo } from 'react'
import { actorName } from '../history/actor-name.ts'
import { saysOf } from '../history/says.ts'
import { EventKind } from '../parts/event-kind.tsx'
import { MomentOf } from '../parts/times.tsx'
import { ChangeOf } from './change.tsx'

type Props = {
  entry: TimelineEntry
  /** Whether the state beside it is the one after this event, or one before it. */
  place: 'asOf' | 'later' | 'earlier'
  choose: (revision: number) => void
}

export const EntryOf = memo(function EntryOf({ entry, place, choose }: Props) {
  const { event, changes } = entry
  const { kind, id } = actorName(event.actor)
  const sealed = new Set(entry.sealed)
  const says = saysOf(event)
  return (
    <article className="timeline-entry" data-place={place}>
      <header>
        <button
          type="button"
          aria-current={place === 'asOf' ? 'step' : undefined}
          onClick={() => choose(event.revision)}
        >
          <span className="revision">{event.revision}</span> <EventKind type={event.type} />
        </button>
        <p>
          <MomentOf at={event.recordedAt} />
          <span title={event.actor}>
            {kind} {id && <span className="mono">{id.slice(0, 8)}</span>}
          </span>
        </p>
      </header>
      {says && <p className="says">{says}</p>}
      {event.sealed.includes('*') && (
        <p className="quiet">Questa versione del prodotto non sa leggere l’evento: lo stato resta com’era.</p>
      )}
      {changes.length > 0 && (
        <dl className="changes">
          {changes.map(change => (
            <ChangeOf key={change.path} change={change} sealed={sealed} />
          ))}
        </dl>
      )}
      {changes.length === 0 && !event.sealed.includes('*') && (
        <p className="quiet">Lo stato non è cambiato.</p>
      )}
    </article>
  )
})
