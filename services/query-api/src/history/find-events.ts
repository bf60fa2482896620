import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { type CopyFilter, conditionsOf } from './conditions.ts'

/** An event of the log, and its number in the copy that found it: another copy may number it otherwise. */
export type PageEnd = { position: Position; seq: number }

type Asked = {
  filter: CopyFilter
  order: 'desc' | 'asc'
  limit: number
  /** Exclusive: where the page before ended. */
  after: PageEnd | null
}

/** A page of the events that match, and behind which there are more. @throws {Refused} for a place in another log */
export async function findEvents(reading: Reading, { limit, ...asked }: Asked) {
  const rows = await findRows(reading, { ...asked, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? pageEndOf(page.at(-1)) : null
  return { events: page.map(historyEventIn), next, position: reading.position }
}

export async function findRows(
  reading: Reading,
  { filter, order, limit, after }: Asked,
): Promise<EventRow[]> {
  const behind = after === null ? [] : [await behindOf(reading, after, order)]
  const lists = conditionsOf(filter).map(all => sql`${eventRows} where ${join([all, ...behind], ' and ')}`)
  return reading.rows<EventRow>(sql`${join(lists, ' union all ')} order by seq ${raw(order)} limit ${limit}`)
}

export const pageEndOf = (row: { position: string; seq: number } | undefined): PageEnd | null =>
  row ? { position: row.position as Position, seq: row.seq } : null

/** By its number, which is fast, if the event has it in this copy too. Else by its position: it may have expired. */
export async function behindOf(
  reading: Reading,
  { position, seq }: PageEnd,
  order: Asked['order'],
): Promise<Sql> {
  reading.assertOfLog(position, 'Cursore non valido')
  const [same] = await reading.rows(sql`select seq from events where seq = ${seq} and position = ${position}`)
  if (same) return order === 'desc' ? sql`seq < ${seq}` : sql`seq > ${seq}`
  const before = (sign: string) =>
    sql`(select coalesce(max(seq), 0) from events where position ${raw(sign)} ${position})`
  return order === 'desc' ? sql`seq <= ${before('<')}` : sql`seq > ${before('<=')}`
}

/** What `historyEventIn` needs of each event; `seq` comes along. */
export const eventRows = sql`
  select event_id::varchar as id, position, stream, revision, type, recorded_ms::double as "recordedAt", actor,
    correlation_id as "correlationId", causation_id as "causationId", visit as "visitId",
    schema_version as "schemaVersion", data, sealed, seq
  from events`

export type EventRow = Omit<HistoryEvent, 'recordedAt' | 'data' | 'sealed'> & {
  recordedAt: number
  data: string
  sealed: string | null
  seq: number
}

/** The event as the history shows it. */
export const historyEventIn = ({ seq: _, ...row }: EventRow): HistoryEvent => ({
  ...row,
  recordedAt: new Date(row.recordedAt).toISOString(),
  data: JSON.parse(row.data),
  sealed: row.sealed === null ? [] : JSON.parse(row.sealed),
})
