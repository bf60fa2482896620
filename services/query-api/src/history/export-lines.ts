import { Readable } from 'node:stream'
import type { Position } from '@tba/event-store/port.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { type Cell, csvHeader, csvLines } from '../admins/csv.ts'
import type { Reading } from '../analytics/reading.ts'
import type { CopyFilter } from './conditions.ts'
import { findRows, historyEventIn, type PageEnd, pageEndOf } from './find-events.ts'

/** The columns of an event in a table: those of the history, data as JSON. */
const columns = [
  ...['id', 'position', 'stream', 'revision', 'type', 'recordedAt', 'actor', 'correlationId'],
  ...['causationId', 'visitId', 'schemaVersion', 'data', 'sealed'],
]

const cellsOf = ({ data, sealed, ...event }: HistoryEvent): Cell[] => {
  const cells: Record<string, Cell> = { ...event, data: JSON.stringify(data), sealed: sealed.join(' ') }
  return columns.map(name => cells[name] ?? null)
}

/** Events as lines of a file. */
export const eventFiles = {
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    linesOf: (events: readonly HistoryEvent[]) => events.map(event => `${JSON.stringify(event)}\n`).join(''),
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvHeader(columns),
    linesOf: (events: readonly HistoryEvent[]) => csvLines(events.map(cellsOf)),
  },
}

type Asked = {
  filter: CopyFilter
  format: keyof typeof eventFiles
  role: Role
  after: PageEnd | null
  /** Inclusive; null: what the copy holds now. */
  end: Position | null
}

const limit = 5_000

/** Some thousand events as lines of a file, in the order of the log: a download asks for one page after the other. */
export async function exportPage(reading: Reading, { filter, format, role, after, end: asked }: Asked) {
  const end = asked ?? reading.position
  const found = await findRows(reading, { filter, order: 'asc', limit, after })
  const rows = found.filter(({ position }) => end !== null && position <= end)
  const { head, linesOf } = eventFiles[format]
  return {
    text:
      (after === null ? head : '') + linesOf(rows.map(historyEventIn).map(event => exportedTo(role, event))),
    /** Null behind the last one. */
    next: rows.length === limit ? pageEndOf(rows.at(-1)) : null,
    end,
  }
}

/** An analyst takes no customer's number along. */
function exportedTo(role: Role, event: HistoryEvent): HistoryEvent {
  if (role === 'administrator') return event
  const { userId: _, ...data } = event.data
  return { ...event, data }
}

/** All pages as a file. The first one is there before it answers, so that it can still be refused. */
export async function eventLines(
  pageOf: (asked: Pick<Asked, 'after' | 'end'>) => ReturnType<typeof exportPage>,
  end: Position | null,
) {
  const first = await pageOf({ after: null, end })
  async function* text(): AsyncGenerator<string> {
    for (let page = first; ; page = await pageOf({ after: page.next, end: page.end })) {
      yield page.text
      if (page.next === null) return
    }
  }
  // As bytes, so that the stream's high-water mark counts bytes and not pages.
  return { end: first.end, body: Readable.from(text(), { objectMode: false }) }
}
