import type { TimelineEntry } from '@tba/events/streams/views.ts'
import { Link } from 'react-router-dom'
import { DataValue } from '../history/event-data.tsx'
import { SealableData } from '../history/sealable-data.tsx'

/** The state after this event, and what the event holds; it stays in sight beside the list. */
export function StatePanel({ entry }: { entry: TimelineEntry }) {
  const { state, event } = entry
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, so that keys have to reach it.
    <section className="state-panel" aria-labelledby="stato" tabIndex={0}>
      <h2 id="stato">Stato dopo la revisione {event.revision}</h2>
      {state === null && entry.changes.length === 0 ? (
        <p className="quiet">
          Questa versione del prodotto non conosce questo genere di flusso: mostra gli eventi senza stato.
        </p>
      ) : (
        <DataValue value={state} path="" sealed={new Set(entry.sealed)} />
      )}
      <SealableData key={event.id} event={event} />
      <p>
        <Link to={`/admin/events?evento=${event.id}`}>Causa ed effetti dell’evento</Link>
      </p>
    </section>
  )
}
