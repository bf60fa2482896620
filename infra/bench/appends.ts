import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { EventStore, NewEvent } from '@tba/event-store/port.ts'
import { perSecond } from './harness.ts'

const appendsARound = 4_000

/** About 300 bytes, like most events. */
function someEvent(): NewEvent {
  const [id, correlationId, causationId] = [randomUUIDv7(), randomUUID(), randomUUID()]
  const text = randomBytes(60).toString('hex')
  const data = {
    eventType: 'click',
    elementId: null,
    elementText: null,
    page: '/',
    additionalData: null,
    text,
  }
  const metadata = { actor: 'visitor', correlationId, causationId, schemaVersion: 1 }
  return { id, type: 'InteractionTracked', data, metadata }
}

/** Appends of one event per second, from 64 callers. */
export function appendsPerSecond(append: (event: NewEvent) => Promise<unknown>): Promise<number> {
  return perSecond(appendsARound, () => append(someEvent()))
}

export const into = (store: EventStore) => (event: NewEvent) =>
  store.append(`visit-session_0_${event.id}`, [event], 'no_stream')
