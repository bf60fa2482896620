import { categoryOf, idOf } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { table } from '../engine/change.ts'
import type { Handlers, Projection } from '../engine/projection.ts'
import { audited } from './audited.ts'

type AuditRow = {
  position: string
  at: string
  adminId: string | null
  what: string
  type: string
  stream: string
  eventId: string
  target: string | null
  /** The opened event, and the reason. */
  opened: { eventId: string; type: string; reason: string | null } | null
  /** Of failures: how many more there were in the hour. */
  further: number | null
}

const rows = table<AuditRow>('audit', 'position')

/** Null for the product itself. In sample data all events have the same actor; the event or its stream names the administrator. */
function adminBehind({ stream, data, metadata: { actor } }: RecordedEvent): string | null {
  if (actor.startsWith('admin:')) return idOf(actor.replace(':', '-'))
  if (actor !== 'demo') return null
  if ('adminId' in data) return data.adminId
  return categoryOf(stream) === 'admin' ? idOf(stream) : null
}

type Line = { what: string; target?: (event: RecordedEvent) => string; isOthersToo?: true }

function noted({ what, target, isOthersToo }: Line) {
  return (event: RecordedEvent) => {
    const { id, position, recordedAt, type, stream } = event
    const adminId = adminBehind(event)
    if (isOthersToo && adminId === null) return []
    return rows.put({
      ...{ position, at: recordedAt, adminId, what, type, stream, eventId: id },
      target: target?.(event) || null,
      opened: openedBy(event),
      further: 'further' in event.data ? event.data.further : null,
    })
  }
}

function openedBy(event: RecordedEvent): AuditRow['opened'] {
  if (event.type !== 'SealedFieldsOpened') return null
  const { eventId, type, reason } = event.data
  return { eventId, type, reason }
}

const lines = Object.entries(audited as Readonly<Record<string, Line>>)

export const audit: Projection = {
  name: 'audit',
  version: 14,
  sql: new URL('./audit.sql', import.meta.url),
  tables: [rows],
  on: Object.fromEntries(lines.map(([type, line]) => [type, noted(line)])) as Handlers,
}
