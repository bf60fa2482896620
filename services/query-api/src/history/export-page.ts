import type { Position } from '@tba/event-store/port.ts'
import type { Reading } from '../analytics/reading.ts'
import type { CopyFilter } from './conditions.ts'
import { eventFiles } from './event-files.ts'
import { findRows, historyEventIn, type Place, placeOf } from './find-events.ts'

type Asked = {
  filter: CopyFilter
  format: keyof typeof eventFiles
  after: Place | null
  /** Inclusive; null: what the copy holds now. */
  end: Position | null
}

const limit = 5_000

/** Some thousand events as lines of a file, in the order of the log: a download asks for one page after the other. */
export async function exportPage(reading: Reading, { filter, format, after, end: asked }: Asked) {
  const end = asked ?? reading.position
  const found = await findRows(reading, { filter, order: 'asc', limit, after })
  const rows = found.filter(({ position }) => end !== null && position <= end)
  const { head, linesOf } = eventFiles[format]
  return {
    text: (after === null ? head : '') + linesOf(rows.map(historyEventIn)),
    /** Null behind the last one. */
    next: rows.length === limit ? placeOf(rows.at(-1)) : null,
    end,
  }
}
