import type { Recorded } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { historyEventOf, historyLine } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { type Cell, csvHeader, csvLines } from '../admins/csv.ts'

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

/** Events of the log as a file: nothing in them is opened. */
export const eventFiles = {
  ndjson: { head: '', linesOf: (events: readonly Recorded[]) => events.map(historyLine).join('') },
  csv: {
    head: csvHeader(eventColumns),
    linesOf: (events: readonly Recorded[]) =>
      csvLines(events.map(event => eventCells(historyEventOf(maskEvent(event))))),
  },
}
