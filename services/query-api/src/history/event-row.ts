import type { HistoryEvent } from '@tba/events/history/views.ts'
import sql, { raw } from 'sql-template-tag'

/** What `historyEventIn` needs of a row of `events`; `seq` comes along. */
export const eventColumns =
  raw(`seq, position, event_id::varchar as event_id, recorded_ms::double as recorded_ms,
  stream, revision, type, schema_version, actor, correlation_id, causation_id, visit, data, sealed`)

export const eventRows = sql`select ${eventColumns} from events`

export type EventRow = {
  seq: number
  position: string
  event_id: string
  recorded_ms: number
  stream: string
  revision: number
  type: string
  schema_version: number
  actor: string
  correlation_id: string
  causation_id: string
  visit: string | null
  data: string
  sealed: string | null
}

/** The event as the history shows it. */
export const historyEventIn = (row: EventRow): HistoryEvent => ({
  id: row.event_id,
  position: row.position,
  stream: row.stream,
  revision: row.revision,
  type: row.type,
  recordedAt: new Date(row.recorded_ms).toISOString(),
  actor: row.actor,
  correlationId: row.correlation_id,
  causationId: row.causation_id,
  visitId: row.visit,
  schemaVersion: row.schema_version,
  data: JSON.parse(row.data),
  sealed: row.sealed === null ? [] : JSON.parse(row.sealed),
})
