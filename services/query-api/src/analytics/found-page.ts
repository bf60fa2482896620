import type { Position } from '@tba/event-store/port.ts'
import sql, { join } from 'sql-template-tag'
import type { Reading } from './reading.ts'
import { hashed } from './runs.ts'
import { eventsByUnit, type Reach } from './units.ts'

/** A unit by the event that it was found by. */
export type Named = { id: string; position: Position; at: string }

type Asked = {
  /** The numbers of the events by which units were found, one for each unit. */
  seqs: number[]
  /** Where the page before ended, as a position of the log; null: there was none. */
  after: string | null
  limit: number
}

/**
 * A page of units in the order of the log, with their ids. An event may have several units (a visit that is tied to several
 * customers): a page holds all of them.
 */
export async function foundPage(
  reading: Reading,
  reach: Reach,
  { seqs, after, limit }: Asked,
): Promise<{ page: Named[]; next: Position | null }> {
  const first = after === null ? 0 : await reading.seqAsOf(after)
  const behind = seqs.filter(seq => seq > first).sort((one, other) => one - other)
  const shown = new Set(behind.slice(0, limit))
  if (shown.size === 0) return { page: [], next: null }
  const events = sql`select seq, own_visit, tied_visit, account, position, recorded_ms from events
    where seq in (${join([...shown])})`
  const rows = await reading.rows<{ unit: string; position: Position; at: number }>(sql`
    select unit, position, recorded_ms::double as at, ${hashed} from (${eventsByUnit(reach, events)})
    order by seq, high, low`)
  const page = rows.map(({ unit, position, at }) => ({ id: unit, position, at: new Date(at).toISOString() }))
  const isMore = behind.length > 0 && (behind.at(-1) as number) > Math.max(...shown)
  return { page, next: isMore ? (page.at(-1)?.position ?? null) : null }
}
