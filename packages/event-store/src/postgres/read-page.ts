import type { Recorded } from '../port.ts'
import type { Connections } from './connections.ts'
import { pageLimits } from './limits.ts'
import { type Shape, unpackedEvent } from './packed-event.ts'
import { type Place, tokenOf } from './place.ts'
import type { Shapes } from './shapes.ts'
import type { Statement } from './statements.ts'
import { unpackedName } from './stream-name.ts'

/** The log, as its readers need it. */
export type Log = { connections: Connections; generation: number; shapes: Shapes }

export type Page = {
  events: Recorded[]
  /** Of the page's last event; null in an empty page. */
  last: Place | null
  /** Whether another page may follow. */
  more: boolean
  /** A frequent type was asked for, which no index has. Nothing was read. */
  isUnindexed?: boolean
}

/** An event as it is read. */
export type Row = {
  stream: Buffer
  revision: number
  event_id: string
  shape: number
  correlation_id: string | null
  causation_id: string | null
  payload: string
  /** A number where somebody has set it to infinity. */
  recorded_at: Date | number
  xid: string
  position: string
}

/**
 * `bytes`: of the page, up to and with this event. `is_indexed` stands where types were asked for, also in a row without
 * an event.
 */
type PageRow = Row & { bytes: string; is_indexed?: boolean }

/** One page: as many events as asked for, or fewer where they are great or at an end. */
export async function readPage(
  log: Log,
  statement: Statement,
  { asked, values }: PageRequest,
): Promise<Page> {
  const found = await log.connections.query<PageRow>(statement, values)
  const rows = found.filter(({ position }) => position !== null)
  const last = rows.at(-1)
  return {
    isUnindexed: found[0]?.is_indexed === false,
    events: await recorded(log, rows),
    last: last ? placeOfRow(last) : null,
    more: last !== undefined && (rows.length === asked || Number(last.bytes) >= pageLimits.bytes),
  }
}

export type PageRequest = { asked: number; values: readonly unknown[] }

export const placeOfRow = ({ xid, position }: { xid: string; position: string }): Place => ({
  xid: BigInt(xid),
  position: BigInt(position),
})

/** The events of these rows. One that somebody has damaged is not to stop the reading of all others. */
export async function recorded({ shapes, generation }: Log, rows: readonly Row[]): Promise<Recorded[]> {
  const known = await shapes.of(rows.map(({ shape }) => shape))
  return rows.map(row => recordedRow({ shape: known.get(row.shape), generation }, row))
}

/** @param of.shape undefined where the log has lost it */
export function recordedRow(
  { shape = unknown, generation }: { shape: Shape | undefined; generation: number },
  row: Row,
): Recorded {
  const stream = unpackedName(row.stream)
  return {
    id: row.event_id,
    stream,
    revision: row.revision,
    type: shape.type,
    ...unpackedEvent(shape, { ...row, stream }),
    recordedAt: typeof row.recorded_at === 'number' ? '' : row.recorded_at.toISOString(),
    position: tokenOf(generation, placeOfRow(row)),
  }
}

const unknown: Shape = { type: '' }
