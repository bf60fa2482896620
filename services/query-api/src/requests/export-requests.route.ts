import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { requestRow } from '@tba/events/requests/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { assertMay } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { readLinks } from '@tba/runtime/postgres/person-links.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { csvHeader, csvOfObjects, separator } from '../admins/csv.ts'
import { endOfExport, exporterOf, recordExport, startDownload } from '../admins/exporter.ts'
import type { Copy } from '../analytics/copy/copy.ts'
import type { Reads } from '../reads/open-session.ts'
import { pageSize, paginate } from '../reads/paginate.ts'
import { conditionsOf, requestColumns, requestFilters, requestRows } from './request-rows.ts'

type Needs = Reads & { log: EventLog; copy: Copy; secrets: Pick<Secrets, 'tickets'> }

const row = requestRow.extend({ plan: z.string().nullable(), position: z.string() })
const columns = [...Object.keys(requestRow.shape), 'plan']

/** The requests that match the filters, oldest first. The download is recorded before the first byte is sent. */
export function exportRequestsRoute(app: App, { pool, one, log, copy, secrets, onRequest }: Needs) {
  const schema = {
    tags: ['requests'],
    summary: 'Le richieste in CSV, con i filtri dell’elenco; con `ticket` al posto del token',
    querystring: z.strictObject({ ...requestFilters, separator, ticket: z.string().max(1_000).optional() }),
    response: { 200: sentAs({ 'text/csv': text }), 429: failure, 503: failure },
  }
  app.get('/api/admin/export/requests', { schema, onRequest }, async (request, reply) => {
    const { separator, ticket: _, ...query } = request.query
    const exporter = exporterOf(request, { secrets, exported: 'requests' })
    assertMay(exporter, 'download-submissions')
    await startDownload(exporter, reply)
    const end = await endOfExport({ one }, 'requests', exporter)
    const links = await readLinks(pool)
    const { sub } = exporter
    const isSought = await conditionsOf(copy, request, { ...query, nowMs: Date.now(), sub })
    const context = contextOf(request, `admin:${sub}`)
    await recordExport(log, { type: 'requests', end, exporter, context })

    const pageAfter = async (after: string) => {
      const those = sql.fragment`
        where position > ${after}::text collate "C" and position <= ${end}::text collate "C" and ${isSought}
        order by position limit ${pageSize}`
      return [
        ...(await pool.any(sql.type(row)`
          select ${requestColumns}, plan, position from ${requestRows(links, those)} order by position`)),
      ]
    }
    async function* csv() {
      yield csvHeader(columns, separator)
      for await (const page of paginate(pageAfter, ({ position }) => position))
        yield csvOfObjects(page, columns, separator)
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="requests_export_${romeDay(new Date())}.csv"`)
      .send(Readable.from(csv(), { objectMode: false }))
  })
}
