import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Role } from '@tba/events/admins/roles.ts'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { bytes, sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { separator } from '../admins/csv.ts'
import { exporterOf, recordExport, startDownload } from '../admins/exporter.ts'
import type { Copy } from '../analytics/copy/copy.ts'
import { assertOpen, type Reads } from '../reads/open-session.ts'
import type { CopyFilter } from './conditions.ts'
import { eventFiles, eventLines, exportPage } from './export-lines.ts'
import { exportParquet } from './export-parquet.ts'
import { copyFilters, filterOf } from './querystring.ts'

type Needs = Reads & { copy: Copy; log: EventLog; secrets: Pick<Secrets, 'tickets'> }

const types = { ...eventFiles, parquet: { type: 'application/vnd.apache.parquet' } }
const querystring = z.strictObject({
  ...copyFilters,
  format: z.enum(['ndjson', 'csv', 'parquet'], 'Formato non valido'),
  separator,
  ticket: z.string().max(1_000).optional(),
})
const parquetWithinMs = 600_000

/**
 * Exports the events that match the filters as a file, in log order. Sealed fields stay sealed. The export is recorded
 * before the first byte is sent.
 */
export function exportEventsRoute(app: App, { pool, onRequest, copy, log, secrets }: Needs) {
  const schema = {
    tags: ['admins'],
    summary: 'Gli eventi del registro in NDJSON, CSV o Parquet; con `ticket` al posto del token',
    querystring,
    response: {
      200: sentAs({
        'application/x-ndjson': text,
        'text/csv': text,
        'application/vnd.apache.parquet': bytes,
      }),
      429: failure,
      503: failure,
    },
  }

  app.get('/api/admin/export/events', { schema, onRequest }, async (request, reply) => {
    const { format, separator, ticket: _, ...query } = request.query
    const exporter = exporterOf(request, { secrets, exported: 'events' })
    await startDownload(exporter, reply)
    await assertOpen(pool, exporter)
    const filter = filterOf(query)
    const { role } = exporter
    const file =
      format === 'parquet'
        ? await parquet(request, { filter, role })
        : await eventLines(
            page =>
              copy.query(
                exportPage,
                { filter, format, separator, role, ...page },
                { request, isBackground: true },
              ),
            null,
          )
    try {
      const context = contextOf(request, `admin:${exporter.sub}`)
      await recordExport(log, { type: 'events', end: file.end ?? '', exporter, context })
    } catch (error) {
      file.body.destroy()
      throw error
    }
    if ('bytes' in file) reply.header('content-length', file.bytes)
    return reply
      .type(types[format].type)
      .header('content-disposition', `attachment; filename="events_export_${romeDay(new Date())}.${format}"`)
      .send(file.body)
  })

  async function parquet(request: FastifyRequest, query: { filter: CopyFilter; role: Role }) {
    const { file, end } = await copy.query(exportParquet, query, {
      request,
      withinMs: parquetWithinMs,
      isBackground: true,
    })
    const body = createReadStream(file)
    body.once('close', () => void rm(file, { force: true }))
    return { end, bytes: (await stat(file)).size, body }
  }
}
