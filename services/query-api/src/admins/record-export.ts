import { type Position, RevisionConflict } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { ExportTicket } from '@tba/runtime/export-ticket.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { Context, EventLog } from '@tba/runtime/log/event-log.ts'
import { badLink, type Exporter } from './exporter.ts'

type Export = {
  type: ExportTicket['exported']
  end: string
  exporter: Pick<Exporter, 'sub' | 'ticketId'>
  context: Context
}

/** Records who exported what. The stream of a ticket takes one export. @throws {HttpFailure} 403 for the second */
export async function recordExport(
  log: EventLog,
  { type, end, exporter, context }: Export,
): Promise<Position> {
  const { sub, ticketId } = exporter
  const stream = ticketId ? streams.exportTicket(ticketId) : streams.admin(sub)
  const data = { exported: type, position: end || null }
  try {
    const expected = ticketId ? 'no_stream' : 'any'
    return (await log.append(stream, [{ type: 'DataExported', data }], { expected, context })).position
  } catch (error) {
    if (error instanceof RevisionConflict) throw new HttpFailure(403, badLink)
    throw error
  }
}
