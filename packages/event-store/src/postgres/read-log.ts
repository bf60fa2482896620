import type { Position, ReadAllOptions, Recorded } from '../port.ts'
import { pageLimits } from './limits.ts'
import { logEnd, logStart, type Place, placeOf, tokenOf } from './place.ts'
import { type Log, type Page, placeOfRow, readPage } from './read-page.ts'
import { head, heldBack, readLog, readLogOfTypes, watermark } from './statements.ts'

type Stretch = {
  /** Exclusive, both. */
  after: Place
  before: Place
  direction?: 'forwards' | 'backwards' | undefined
  types?: readonly string[] | undefined
  limit?: number | undefined
}

/** A stretch of the log, page by page: only what the reader asks for is fetched. */
export async function* logPages(
  log: Log,
  { after, before, direction = 'forwards', types, limit = Number.POSITIVE_INFINITY }: Stretch,
): AsyncGenerator<Page> {
  const statement = types ? readLogOfTypes[direction] : readLog[direction]
  let left = limit
  while (left > 0) {
    const asked = Math.min(left, pageLimits.events)
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
    if (direction === 'forwards') after = page.last
    else before = page.last
  }
}

export async function* readAll(log: Log, options: ReadAllOptions = {}): AsyncGenerator<Recorded> {
  const place = (position: Position | undefined, otherwise: Place) =>
    position === undefined ? otherwise : placeOf(log.generation, position)
  const { direction, types, limit } = options
  const stretch = { after: place(options.after, logStart), before: place(options.before, logEnd) }
  for await (const page of logPages(log, { ...stretch, direction, types, limit })) yield* page.events
}

/** How far readers may go, and whether committed events lie beyond. */
export async function readWatermark({
  connections,
}: Log): Promise<{ safe: Place | null; heldBack: boolean }> {
  type Row = { xid: string; position: string; held_back: boolean }
  const [row] = await connections.query<Row>(watermark)
  return { safe: row?.xid ? placeOfRow(row) : null, heldBack: row?.held_back === true }
}

export async function readHead({ connections, generation }: Log): Promise<Position | null> {
  const [row] = await connections.query<{ xid: string; position: string }>(head)
  return row ? tokenOf(generation, placeOfRow(row)) : null
}

export async function readHeldBackMs({ connections }: Log): Promise<number> {
  const [row] = await connections.query<{ held_back_ms: number }>(heldBack)
  return row?.held_back_ms ?? 0
}
