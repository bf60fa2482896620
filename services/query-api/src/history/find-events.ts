import type { Position } from '@tba/event-store/port.ts'
import { type HistoryEvent, maxCounted } from '@tba/events/history/views.ts'
import sql, { empty, join, raw } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { type CopyFilter, conditionsIn } from './conditions.ts'

/** The last event of a page, and its number in the copy. Another copy may number it differently. */
export type PageEnd = readonly [position: Position, seq: number]

type EventsInput = {
  filter: CopyFilter
  order: 'desc' | 'asc'
  limit: number
  /** Exclusive: the end of the page before. */
  after: PageEnd | null
}

/** A page of matching events, and the cursor of the next. @throws {Refused} for a cursor of another log */
export async function findEvents(snapshot: Snapshot, { limit, ...input }: EventsInput) {
  const rows = await findRows(snapshot, { ...input, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? pageEndOf(page.at(-1)) : null
  return { events: page.map(historyEventIn), next, position: snapshot.position }
}

/** The number of matching events. One more than `maxCounted` means that there are more. */
export async function countEvents(snapshot: Snapshot, { filter }: Pick<EventsInput, 'filter'>) {
  const lists = (await conditionsIn(snapshot, filter)).map(all => sql`select seq from events where ${all}`)
  const [row] = await snapshot.rows<{ found: number }>(
    sql`select count(*)::integer as found from (select 1 from (${join(lists, ' union all ')}) limit ${maxCounted + 1})`,
  )
  return row?.found ?? 0
}

export async function findRows(snapshot: Snapshot, { filter, order, limit, after }: EventsInput) {
  const behind = after === null ? [] : [await afterCursor(snapshot, after, order)]
  const lists = (await conditionsIn(snapshot, filter)).map(
    all => sql`select seq from events where ${join([all, ...behind], ' and ')}`,
  )
  const inOrder = sql`order by seq ${raw(order)}`
  const found = await snapshot.rows<Pick<EventRow, 'seq'>>(
    sql`select seq from (${join(lists, ' union all ')}) ${inOrder} limit ${limit}`,
  )
  if (found.length === 0) return []
  // Not in the same statement: DuckDB would look for these few rows in the whole table.
  const seqs = found.map(({ seq }) => seq)
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  const among = last - first < seqs.length ? empty : sql`and seq in (${raw(seqs.join())})`
  return snapshot.rows<EventRow>(sql`${eventRows} where seq between ${first} and ${last} ${among} ${inOrder}`)
}

export const pageEndOf = (row: { position: Position; seq: number } | undefined): PageEnd | null =>
  row ? [row.position, row.seq] : null

/** Uses the event's number, which is fast, if this copy has the same. Else its position: the event may have expired. */
export async function afterCursor(snapshot: Snapshot, [position, seq]: PageEnd, order: EventsInput['order']) {
  snapshot.assertOfLog(position, 'Cursore non valido')
  const [same] = await snapshot.rows(
    sql`select seq from events where seq = ${seq} and position = ${position}`,
  )
  const [sign, nearest] = order === 'desc' ? [raw('<'), raw('max')] : [raw('>'), raw('min')]
  if (same) return sql`seq ${sign} ${seq}`
  return sql`seq ${sign}= (select ${nearest}(seq) from events where position ${sign} ${position})`
}

/** The columns that `historyEventIn` needs, with `seq`, `session` and `person`. */
export const eventRows = sql`
  select event_id::varchar as id, position, stream, revision, type, recorded_ms::double as "recordedAt", actor,
    coalesce(correlation_uuid::varchar, correlation_text) as "correlationId", causation_id as "causationId", if(names_own_visit, own_visit, visit) as "visitId",
    schema_version as "schemaVersion", data, sealed, seq, session, person
  from events`

export type EventRow = Omit<HistoryEvent, 'position' | 'recordedAt' | 'data' | 'sealed'> & {
  position: Position
  recordedAt: number
  data: string
  sealed: string | null
  seq: number
  session: string | null
  /** See `person` in table.sql. */
  person: string | null
}

/** The event as the history shows it. */
export const historyEventIn = ({ seq: _, session: __, person: ___, ...row }: EventRow): HistoryEvent => ({
  ...row,
  recordedAt: new Date(row.recordedAt).toISOString(),
  data: JSON.parse(row.data),
  sealed: row.sealed === null ? [] : JSON.parse(row.sealed),
})
