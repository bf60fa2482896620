import type { Position } from '@tba/event-store/port.ts'
import { type DomainEvent, type EventType, shapeOf } from '@tba/events/registry.ts'
import type { EventOf } from '../engine/projection.ts'

export type DataOf<T extends EventType> = Extract<DomainEvent, { type: T }>['data']
export type EventDetails = {
  stream: string
  recordedAt?: string
  /** Linked to this visit, with consent. */
  visitId?: string
  actor?: string
}

let count = 0

/** An event as a projection gets it. Each has a later position than the one before. */
export function recordedEvent<T extends EventType>(
  type: T,
  data: DataOf<T>,
  { visitId, actor = 'test', ...details }: EventDetails,
): EventOf<T> {
  count += 1
  const number = String(count).padStart(12, '0')
  return {
    recordedAt: '2026-01-01T10:00:00.000Z',
    ...details,
    type,
    data,
    id: `00000000-0000-4000-8000-${number}`,
    revision: count,
    position: `00000001-0000000000000001-0000${number}` as Position,
    metadata: {
      actor,
      correlationId: 'test',
      causationId: 'test',
      schemaVersion: shapeOf(type).version,
      ...(visitId && { visitId }),
    },
  } as EventOf<T>
}
