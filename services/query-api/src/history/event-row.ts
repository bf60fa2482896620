import type { HistoryEvent } from '@tba/events/history/views.ts'
import sql from 'sql-template-tag'

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
