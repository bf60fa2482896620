import { Readable } from 'node:stream'
import { exportType } from '@tba/events/admins/events.ts'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { readExportTicket } from '@tba/runtime/export-ticket.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps, Reads } from '../deps.ts'
import { endOfExport } from './end-of-export.ts'
import { exportRows } from './export-rows.ts'
import { type ExportType, exportedTables } from './exported-tables.ts'
import { type Exporter, recordExport } from './record-export.ts'

type Needs = Reads & Pick<Deps, 'log' | 'rows' | 'secrets'>

/**
 * Every row as CSV, for a bearer token or, where a browser follows a link, for a ticket. The export is recorded in the log
 * before its first byte is sent.
 */
export function exportRoute(app: App, { pool, log, rows, secrets, onRequest }: Needs) {
  const params = z.object({ type: z.string() })
  const querystring = z.object({ ticket: z.string().max(1_000).optional() })
  const schema = {
    tags: ['admins'],
    summary: 'Tutte le righe di una tabella, in CSV; con `ticket` al posto del token',
    params,
    querystring,
    response: { 200: z.instanceof(Readable), 401: failure, 403: failure, 404: failure, 503: failure },
  }
  // A HEAD request would use the ticket up.
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/export/:type', options, async (request, reply) => {
    const type = exportType.safeParse(request.params.type).data
    if (!type) throw new HttpFailure(404, 'Risorsa non trovata')
    const { ticket } = request.query
    const exporter = ticket === undefined ? bearerOf(request) : ticketOf(secrets.tickets, ticket, type)
    const exported = exportedTables[type]
    const end = await endOfExport(pool, exported.projection, exporter)
    const context = contextOf(request, `admin:${exporter.adminId}`)
    await recordExport(log, { type, end, exporter, context })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${type}_export_${romeDay(new Date())}.csv"`)
      .send(exportRows(rows, exported, end))
  })
}

/** A hook that demands a bearer token, unless there is a ticket, which the route itself checks. */
export function requireAdminOrTicket() {
  const bearer = requireAdmin()
  const docs = { signedIn: 'administrator', refusals: [401, 403] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    if ((request.query as { ticket?: unknown }).ticket === undefined) await bearer(request)
  })
}

function bearerOf(request: FastifyRequest): Exporter {
  const { sub, sid } = adminOf(request)
  return { adminId: sub, sid, ticketId: null }
}

function ticketOf(key: Uint8Array, text: string, type: ExportType): Exporter {
  const ticket = readExportTicket(key, text)
  if (ticket?.exported !== type) throw new HttpFailure(403, 'Link non valido, scaduto o già usato')
  return { adminId: ticket.adminId, sid: ticket.sid, ticketId: ticket.id }
}
