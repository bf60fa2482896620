import { setTimeout as pause } from 'node:timers/promises'
import { arrayLiteral } from '../../array-literal.ts'
import type { Position, ReadAllOptions, Seen, StoredEvent } from '../../port.ts'
import { maxPageEvents, pageLimits, waits } from '../limits.ts'
import * as statements from '../statements.ts'
import { formatPosition, type LogPosition, logEnd, logStart, parsePosition } from './log-position.ts'
import { type Log, type Page, positionOfRow, type Row, readPage, toStoredEvent } from './read-page.ts'

type LogRange = {
  /** Both exclusive. */
  after: LogPosition
  before: LogPosition
  direction?: 'forwards' | 'backwards' | undefined
  types?: readonly string[] | undefined
  limit?: number | undefined
  /** In events. The pages grow from `pageLimits.events` to this. */
  maxPageSize?: number
}

/** A range of the log, page by page. Reads a page when the reader asks for it. */
export async function* logPages(
  log: Log,
  { after, before, direction = 'forwards', types, limit = Number.POSITIVE_INFINITY, maxPageSize }: LogRange,
): AsyncGenerator<Page> {
  const statement = (types ? statements.readLogOfTypes : statements.readLog)[direction]
  let left = limit
  let maxEvents = pageLimits.events
  while (left > 0) {
    const limit = Math.min(left, maxEvents)
    const values: unknown[] = [
      after.xid,
      after.position,
      before.xid,
      before.position,
      limit,
      pageLimits.bytes,
    ]
    if (types) values.push([...new Set(types)])
    const page = await readPage(log, statement, { limit, values })
    yield page
    if (!page.more || !page.last) return
    left -= page.events.length
    if (maxPageSize) maxEvents = Math.min(2 * maxEvents, maxPageSize)
    if (direction === 'forwards') after = page.last
    else before = page.last
  }
}

export async function* readAll(log: Log, options: ReadAllOptions = {}): AsyncGenerator<StoredEvent> {
  const parse = (position: Position | undefined, otherwise: LogPosition) =>
    position === undefined ? otherwise : parsePosition(log.generation, position)
  const { direction, types, limit } = options
  const range = { after: parse(options.after, logStart), before: parse(options.before, logEnd) }
  const pages = logPages(log, { ...range, direction, types, limit, maxPageSize: maxPageEvents })
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
export async function readWatermark({ connections, generation }: Log) {
  const [row] = await connections.query<Safe & { held_back: boolean }>(statements.watermark)
  const safe = row?.xid ? positionOfRow(row) : null
  const seen = safe && row && seenOf(row, generation)
  return { safe, seen, heldBack: row?.held_back === true }
}

type Safe = Pick<Row, 'xid' | 'position' | 'event_id' | 'stream'>
const seenOf = (row: Safe, generation: number): Seen => ({
  position: formatPosition(generation, row),
  id: row.event_id,
  stream: row.stream,
})

export async function readHead({ connections, generation }: Log): Promise<Position | null> {
  const [row] = await connections.query<{ xid: string; position: string }>(statements.head)
  return row ? formatPosition(generation, positionOfRow(row)) : null
}

export async function readHeldBackMs({ connections }: Log): Promise<number> {
  const [row] = await connections.query<{ held_back_ms: number }>(statements.heldBack)
  return row?.held_back_ms ?? 0
}

/** The events at these positions, in one statement. Missing ones are left out. @throws {InvalidPosition} */
export async function readAt(log: Log, positions: readonly Position[]): Promise<StoredEvent[]> {
  const logPositions = positions.map(position => parsePosition(log.generation, position))
  if (logPositions.length === 0) return []
  const rows = await log.connections.query<Row>(statements.readAt, [
    arrayLiteral(logPositions.map(({ xid }) => String(xid))),
    arrayLiteral(logPositions.map(({ position }) => String(position))),
  ])
  return rows.map(row => toStoredEvent(row, log.generation))
}

/** Waits for all running transactions of the server: each may have drawn a position. */
export async function settled({ connections }: Log, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  const [current] = await connections.query<{ xid: string }>(statements.startTransaction)
  for (let waitMs = waits.heldBackMs / 2; ; waitMs = Math.min(waitMs * 2, waits.heldBackMaxMs)) {
    const [found] = await connections.query<{ is_over: boolean }>(statements.isOver, [current?.xid])
    if (found?.is_over) return true
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return false
    await pause(Math.min(waitMs, leftMs))
  }
}
