import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { Cell } from '../admins/csv.ts'

/** The columns of an event in a file: those of the history, data as JSON. */
export const eventColumns = [
  ...['id', 'position', 'stream', 'revision', 'type', 'recordedAt', 'actor', 'correlationId'],
  ...['causationId', 'visitId', 'schemaVersion', 'data', 'sealed'],
] as const

export function eventCells(event: HistoryEvent): Cell[] {
  return [
    ...[event.id, event.position, event.stream, event.revision, event.type, event.recordedAt],
    ...[event.actor, event.correlationId, event.causationId, event.visitId, event.schemaVersion],
    ...[JSON.stringify(event.data), event.sealed.join(' ')],
  ]
}
