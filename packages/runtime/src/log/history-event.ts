import type { HistoryEvent } from '@tba/events/history/views.ts'
import { recordedMs } from '@tba/events/moment.ts'
import { categoryOf, streams } from '@tba/events/streams.ts'
import type { MaskedEvent } from './mask-event.ts'

/** An event as administrators see it. The metadata of an unreadable event can be damaged. */
export function historyEventOf(event: MaskedEvent): HistoryEvent {
  const { id, stream, revision, type, data, position, metadata, sealed } = event
  const { actor, correlationId, causationId, visitId, schemaVersion } = metadata ?? {}
  return {
    id,
    stream,
    revision,
    type,
    data,
    recordedAt: recordedMs(event) === 0 ? new Date(0).toISOString() : event.recordedAt,
    position,
    actor: text(actor),
    correlationId: text(correlationId),
    causationId: text(causationId),
    visitId: text(visitId) || null,
    schemaVersion: Number.isInteger(schemaVersion) ? Number(schemaVersion) : 0,
    sealed: [...sealed],
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * An event as a file may hold it, with the person's id in place of the keyed hash of the address: a hash leads back to
 * whoever has the key. Null: an erased part belongs to nobody.
 */
export function withPerson(event: HistoryEvent, person: string | null) {
  const { emailHash, ...data } = event.data
  return {
    ...event,
    stream: categoryOf(event.stream) === 'email' ? person && streams.email(person) : event.stream,
    data: emailHash === undefined ? event.data : { ...data, person },
  }
}
export type FileEvent = ReturnType<typeof withPerson>
