import type { HistoryEvent } from '@tba/events/history/views.ts'
import { type Cell, csvHeader, csvLines } from '../admins/csv.ts'

/** The columns of an event in a table: those of the history, data as JSON. */
const columns = [
  ...['id', 'position', 'stream', 'revision', 'type', 'recordedAt', 'actor', 'correlationId'],
  ...['causationId', 'visitId', 'schemaVersion', 'data', 'sealed'],
] as const

const cellsOf = ({ data, sealed, ...event }: HistoryEvent): Cell[] => {
  const cells: Record<string, Cell> = { ...event, data: JSON.stringify(data), sealed: sealed.join(' ') }
  return columns.map(name => cells[name] ?? null)
}

/** Events as lines of a file. */
export const eventFiles = {
  ndjson: {
    head: '',
    linesOf: (events: readonly HistoryEvent[]) => events.map(event => `${JSON.stringify(event)}\n`).join(''),
  },
  csv: {
    head: csvHeader(columns),
    linesOf: (events: readonly HistoryEvent[]) => csvLines(events.map(cellsOf)),
  },
}
