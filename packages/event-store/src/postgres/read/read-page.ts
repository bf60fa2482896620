import { objectIn } from '../../check-json.ts'
import type { StoredEvent } from '../../port.ts'
import type { Connections } from '../connections.ts'
import { pageLimits } from '../limits.ts'
import type { Statement } from '../statements.ts'
import { formatPosition, type LogPosition } from './log-position.ts'

/** The log, as readers use it. */
export type Log = { connections: Connections; generation: number }

export type Page = {
  events: StoredEvent[]
  /** Of the page's last event; null for an empty page. */
  last: LogPosition | null
  /** Whether another page can follow. */
  more: boolean
}

/** A row of an event. */
export type Row = {
  stream: string
  revision: number
  event_id: string
  type: string
  /** JSON text, as written. */
  data: string
  metadata: string
  /** ISO 8601; empty for infinity. */
  recorded_at: string
  xid: string
  position: string
}

/** `bytes`: the size of the page up to and with this event. */
type PageRow = Row & { bytes: string }

/** One page: as many events as requested, or fewer if they are large or the end is reached. */
export async function readPage(
  log: Log,
  statement: Statement,
  { limit, values }: { limit: number; values: readonly unknown[] },
): Promise<Page> {
  const rows = await log.connections.query<PageRow>(statement, values)
  const last = rows.at(-1)
  return {
    events: rows.map(row => toStoredEvent(row, log.generation)),
    last: last ? positionOfRow(last) : null,
    more: last !== undefined && (rows.length === limit || Number(last.bytes) >= pageLimits.bytes),
  }
}

export const positionOfRow = ({ xid, position }: { xid: string; position: string }): LogPosition => ({
  xid: BigInt(xid),
  position: BigInt(position),
})

/** Returns what can be read of a damaged row: it must not stop the reading of all others. */
export const toStoredEvent = (row: Row, generation: number): StoredEvent => ({
  id: row.event_id,
  stream: row.stream,
  revision: row.revision,
  type: row.type,
  data: objectIn(row.data),
  metadata: objectIn(row.metadata),
  recordedAt: row.recorded_at,
  position: formatPosition(generation, row),
})
