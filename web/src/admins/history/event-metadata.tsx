import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TextButton } from '../parts/controls.tsx'
import { visitAddress } from '../parts/links.tsx'
import { MomentOf } from '../parts/times.tsx'
import { actorName } from './actor-name.ts'
import type { FilterName } from './event-filters.ts'
import { visitOf } from './history-data.ts'

export type Only = (by: FilterName, value: string) => void

type Line = { name: string; value: ReactNode; by?: FilterName; filter?: string; what?: string }

function linesOf(event: HistoryEvent): Line[] {
  const actor = actorName(event.actor)
  const visit = event.visitId ?? visitOf(event.stream)
  return [
    { name: 'Ora di Roma', value: <MomentOf at={event.recordedAt} /> },
    { name: 'Ora UTC', value: event.recordedAt },
    {
      name: 'Flusso',
      value: <Link to={`/admin/streams/${encodeURIComponent(event.stream)}`}>{event.stream}</Link>,
      ...{ by: 'stream', filter: event.stream, what: 'Solo questo flusso' },
    },
    { name: 'Revisione', value: event.revision },
    {
      name: 'Autore',
      value: `${actor.kind} ${actor.id}`,
      ...{ by: 'actor', filter: event.actor, what: 'Solo questo autore' },
    },
    ...(visit === null
      ? []
      : [
          {
            name: 'Visita',
            value: <Link to={visitAddress(visit)}>{visit}</Link>,
            ...{ by: 'visit' as const, filter: visit, what: 'Solo questa visita' },
          },
        ]),
    {
      name: 'Richiesta',
      value: event.correlationId,
      ...{ by: 'correlation', filter: event.correlationId, what: 'Solo questa richiesta' },
    },
    { name: 'Causa', value: event.causationId },
    { name: 'Posizione', value: event.position },
    { name: 'Versione', value: event.schemaVersion },
    { name: 'Id', value: event.id },
  ]
}

/** What every event carries; from here the list is narrowed to what has the same. */
export function EventMetadata({ event, only }: { event: HistoryEvent; only: Only }) {
  return (
    <section>
      <h3>Dove e quando</h3>
      <dl className="event-metadata">
        {linesOf(event).map(({ name, value, by, filter, what }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
            {by && filter && (
              <dd>
                <TextButton onClick={() => only(by, filter)}>{what}</TextButton>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
