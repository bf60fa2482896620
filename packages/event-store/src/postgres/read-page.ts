import { objectIn } from '../check-json.ts'
import type { Recorded } from '../port.ts'
import type { Connections } from './connections.ts'
import { pageLimits } from './limits.ts'
import { formatPosition, type LogPosition } from './log-position.ts'
import type { Statement } from './statements.ts'

/** The log, as its readers need it. */
export type Log = { connections: Connections; generation: number }

export type Page = {
  events: Recorded[]
  /** Of the page's last event; null in an empty page. */
  last: LogPosition | null
  /** Whether another page may follow. */
  more: boolean
}

/** An event as it is read. */
export type Row = {
  stream: string
  revision: number
  event_id: string
  type: string
  /** JSON, as it was written. */
  data: string
  metadata: string
  /** ISO 8601; empty where somebody has set it to infinity. */
  recorded_at: string
  xid: string
  position: string
}

/** `bytes`: of the page, up to and with this event. */
type PageRow = Row & { bytes: string }

/** One page: as many events as asked for, or fewer where they are great or at an end. */
export async function readPage(
  log: Log,
  statement: Statement,
  { asked, values }: { asked: number; values: readonly unknown[] },
): Promise<Page> {
  const rows = await log.connections.query<PageRow>(statement, values)
  const last = rows.at(-1)
  return {
    events: rows.map(row => recorded(row, log.generation)),
    last: last ? positionOfRow(last) : null,
    more: last !== undefined && (rows.length === asked || Number(last.bytes) >= pageLimits.bytes),
  }
}

export const positionOfRow = ({ xid, position }: { xid: string; position: string }): LogPosition => ({
  xid: BigInt(xid),
  position: BigInt(position),
})

/** Of a row that somebody has damaged, what can be read: it is not to stop the reading of all others. */
export function recorded(row: Row, generation: number): Recorded {
  return {
    id: row.event_id,
    stream: row.stream,
    revision: row.revision,
    type: row.type,
    data: objectIn(row.data),
    metadata: objectIn(row.metadata),
    recordedAt: row.recorded_at,
    position: formatPosition(generation, row),
  }
}
