import { Readable } from 'node:stream'
import type { Position } from '@tba/event-store/port.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import { historyEvent } from '@tba/events/history/views.ts'
import { type FileEvent, withPerson } from '@tba/runtime/log/history-event.ts'
import { csvHeader, csvOfObjects, type Separator } from '../admins/csv.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import type { CopyFilter } from './conditions.ts'
import { findRows, historyEventIn, type PageEnd, pageEndOf } from './find-events.ts'

const columns = Object.keys(historyEvent.shape)

/** Formats of event files. */
export const eventFiles = {
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: (_?: Separator) => '',
    linesOf: (events: readonly FileEvent[], _?: Separator) =>
      events.map(event => `${JSON.stringify(event)}\n`).join(''),
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    head: (separator?: Separator) => csvHeader(columns, separator),
    linesOf: (events: readonly FileEvent[], separator?: Separator) =>
      csvOfObjects(events, columns, separator),
  },
}

type ExportInput = {
  filter: CopyFilter
  format: keyof typeof eventFiles
  /** Of a CSV file. */
  separator: Separator
  role: Role
  after: PageEnd | null
  /** Inclusive; null: the current end of the copy. */
  end: Position | null
}

/** Small, because a question that comes meanwhile shares the processor with a page. */
const limit = 1_000

/** One page of events as lines of a file, in log order. A download reads page by page. */
export async function exportPage(
  snapshot: Snapshot,
  { filter, format, separator, role, after, end: input }: ExportInput,
) {
  const end = input ?? snapshot.position
  const found = await findRows(snapshot, { filter, order: 'asc', limit, after })
  const rows = found.filter(({ position }) => end !== null && position <= end)
  const { head, linesOf } = eventFiles[format]
  const events = rows.map(row => redactFor(role, withPerson(historyEventIn(row), row.person)))
  return {
    text: (after === null ? head(separator) : '') + linesOf(events, separator),
    /** Null after the last page. */
    next: rows.length === limit ? pageEndOf(rows.at(-1)) : null,
    end,
  }
}

/** An analyst's export contains no customer numbers. */
function redactFor(role: Role, event: FileEvent): FileEvent {
  if (role === 'administrator') return event
  const { userId: _, ...data } = event.data
  return { ...event, data }
}

/** All pages as a file. Reads the first page before it returns, so that the request can still be refused. */
export async function eventLines(
  pageOf: (input: Pick<ExportInput, 'after' | 'end'>) => ReturnType<typeof exportPage>,
  end: Position | null,
) {
  const first = await pageOf({ after: null, end })
  async function* text(): AsyncGenerator<string> {
    for (let page = first; ; page = await pageOf({ after: page.next, end: page.end })) {
      yield page.text
      if (page.next === null) return
    }
  }
  // As bytes: the high-water mark then counts bytes, not pages.
  return { end: first.end, body: Readable.from(text(), { objectMode: false }) }
}
