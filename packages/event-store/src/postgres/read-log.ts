import type { Position, ReadAllOptions, Recorded } from '../port.ts'
import { longestPageEvents, pageLimits } from './limits.ts'
import { formatPosition, type LogPosition, logEnd, logStart, parsePosition } from './log-position.ts'
import { type Log, type Page, positionOfRow, readPage } from './read-page.ts'
import { head, heldBack, readLog, readLogOfTypes, watermark } from './statements.ts'

type Stretch = {
  /** Both exclusive. */
  after: LogPosition
  before: LogPosition
  direction?: 'forwards' | 'backwards' | undefined
  types?: readonly string[] | undefined
  limit?: number | undefined
  /** In events. The pages grow from `pageLimits.events` to this. */
  longestPage?: number
}

/** A range of the log, page by page. Reads a page when the reader asks for it. */
export async function* logPages(
  log: Log,
  { after, before, direction = 'forwards', types, limit = Number.POSITIVE_INFINITY, longestPage }: Stretch,
): AsyncGenerator<Page> {
  const statement = types ? readLogOfTypes[direction] : readLog[direction]
  let left = limit
  let most = pageLimits.events
  while (left > 0) {
    const asked = Math.min(left, most)
    const values: unknown[] = [
      after.xid,
      after.position,
      before.xid,
      before.position,
      asked,
      pageLimits.bytes,
    ]
    if (types) values.push([...new Set(types)])
    const page = await readPage(log, statement, { asked, values })
    yield page
    if (!page.more || !page.last) return
    left -= page.events.length
    if (longestPage) most = Math.min(2 * most, longestPage)
    if (direction === 'forwards') after = page.last
    else before = page.last
  }
}

export async function* readAll(log: Log, options: ReadAllOptions = {}): AsyncGenerator<Recorded> {
  const parsed = (position: Position | undefined, otherwise: LogPosition) =>
    position === undefined ? otherwise : parsePosition(log.generation, position)
  const { direction, types, limit } = options
  const stretch = { after: parsed(options.after, logStart), before: parsed(options.before, logEnd) }
  const pages = logPages(log, { ...stretch, direction, types, limit, longestPage: longestPageEvents })
  // Not `yield*`: it would await each element of the list.
  for await (const { events } of readAhead(pages)) for (const event of events) yield event
}

/** Reads the next page while the caller works on the last one. Leaves no running statement. */
export async function* readAhead(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  let next = pages.next()
  try {
    for (;;) {
      const { value: page, done } = await next
      if (done) return
      next = pages.next()
      // The error is thrown when the page is awaited.
      next.catch(() => {})
      yield page
    }
  } finally {
    await next.catch(() => {})
  }
}

/** Up to where readers may go, and whether committed events come after it. */
export async function readWatermark({
  connections,
}: Log): Promise<{ safe: LogPosition | null; heldBack: boolean }> {
  type Row = { xid: string; position: string; held_back: boolean }
  const [row] = await connections.query<Row>(watermark)
  return { safe: row?.xid ? positionOfRow(row) : null, heldBack: row?.held_back === true }
}

export async function readHead({ connections, generation }: Log): Promise<Position | null> {
  const [row] = await connections.query<{ xid: string; position: string }>(head)
  return row ? formatPosition(generation, positionOfRow(row)) : null
}

export async function readHeldBackMs({ connections }: Log): Promise<number> {
  const [row] = await connections.query<{ held_back_ms: number }>(heldBack)
  return row?.held_back_ms ?? 0
}
