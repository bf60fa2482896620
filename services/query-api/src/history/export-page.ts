import type { Position } from '@tba/event-store/port.ts'
import type { EventFilter } from '@tba/events/history/filter.ts'
import { csvLines } from '../admins/csv.ts'
import type { Reading } from '../analytics/reading.ts'
import { eventCells } from '../replays/event-csv.ts'
import { type EventRow, historyEventIn } from './event-row.ts'
import { findRows, type Place, placeOf } from './find-events.ts'

type Asked = {
  filter: EventFilter
  format: 'ndjson' | 'csv'
  after: Place | null
  /** Inclusive; null: what the copy holds now. */
  end: Position | null
}

/** Events as lines of a file; `end` for the next page, `next` null behind the last. */
type ExportPage = { text: string; next: Place | null; end: Position | null }

const limit = 5_000

/** Some thousand events in the order of the log: a download asks for one page after the other. */
export async function exportPage(
  reading: Reading,
  { filter, format, after, end }: Asked,
): Promise<ExportPage> {
  const until = end ?? reading.position
  const rows = await findRows(reading, { filter, order: 'asc', limit, after })
  const wanted = rows.filter(({ position }) => until !== null && position <= until)
  return {
    text: format === 'csv' ? csvOf(wanted) : wanted.map(ndjsonOf).join(''),
    next: wanted.length === limit ? placeOf(wanted.at(-1)) : null,
    end: until,
  }
}

const csvOf = (rows: readonly EventRow[]) => csvLines(rows.map(row => eventCells(historyEventIn(row))))
const ndjsonOf = (row: EventRow) => `${JSON.stringify(historyEventIn(row))}\n`
