import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { assertMay } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { escapeIdentifier as quoted } from 'pg'
import { z } from 'zod'
import type { Reads } from '../reads/open-session.ts'
import { pageSize, paginate } from '../reads/paginate.ts'
import type { RowReader } from '../reads/row-reader.ts'
import { type Cell, csvHeader, csvLines, type Separator, separator } from './csv.ts'
import { type ExportedTable, tableFor, tableType } from './exported-tables.ts'
import { endOfExport, exporterOf, recordExport, startDownload } from './exporter.ts'

type Needs = Reads & { log: EventLog; rows: RowReader; secrets: Pick<Secrets, 'tickets'> }

/**
 * Every row as CSV, for a bearer token, or for the ticket of a link. The export is recorded in the log before the first
 * byte is sent.
 */
export function exportRoute(app: App, { one, log, rows, secrets, onRequest }: Needs) {
  const params = z.object({ type: z.string().meta({ enum: tableType.options }) })
  const querystring = z.object({ ticket: z.string().max(1_000).optional(), separator })
  const schema = {
    tags: ['admins'],
    summary: 'Tutte le righe di una tabella, in CSV; con `ticket` al posto del token',
    params,
    querystring,
    response: { 200: sentAs({ 'text/csv': text }), 404: failure, 429: failure, 503: failure },
  }

  app.get('/api/admin/export/:type', { schema, onRequest }, async (request, reply) => {
    const type = tableType.safeParse(request.params.type).data
    if (!type) throw new HttpFailure(404, 'Risorsa non trovata')
    const exporter = exporterOf(request, { secrets, exported: type })
    if (type === 'questionnaires') assertMay(exporter, 'download-submissions')
    await startDownload(exporter, reply)
    const exported = tableFor(type, exporter.role)
    const end = await endOfExport({ one }, exported.projection, exporter)
    const context = contextOf(request, `admin:${exporter.sub}`)
    await recordExport(log, { type, end, exporter, context })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${type}_export_${romeDay(new Date())}.csv"`)
      .send(exportRows(rows, { ...exported, separator: request.query.separator }, end))
  })
}

/** The last cell is the position, which paging needs; it is not exported. */
type Row = Cell[]

/**
 * The rows up to a position as CSV, oldest first. A page is fetched when its reader has taken the last one.
 * @param end the checkpoint of the projection: the rows up to there are complete, and only erasures still change them
 */
export function exportRows(
  { read }: Pick<RowReader, 'read'>,
  { table, columns, separator }: ExportedTable & { separator?: Separator },
  end: string,
): Readable {
  const text = `select ${columns.map(selected).join(', ')}, position from read.${quoted(table)}
    where position > $1 and position <= $2
    order by position limit ${pageSize}`
  const pageAfter = (after: string) =>
    read<Row>({ name: `export ${table} ${columns.length}`, text, values: [after, end] })

  async function* csv(): AsyncGenerator<string> {
    yield csvHeader(columns, separator)
    for await (const rows of paginate(pageAfter, row => String(row.at(-1)))) {
      for (const row of rows) row.pop()
      yield csvLines(rows, separator)
    }
  }
  // As bytes, so that the stream's high-water mark counts bytes and not pages.
  return Readable.from(csv(), { objectMode: false })
}

function selected(column: string): string {
  if (column === 'createdAt')
    return `to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return column === 'additionalData' ? `"additionalData"::text` : quoted(column)
}
