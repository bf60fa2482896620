import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { failure } from '@tba/events/failure.ts'
import { fileFormat, sqlQuery } from '@tba/events/queries/commands.ts'
import { sqlResult } from '@tba/events/queries/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { streams } from '@tba/events/streams.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { bytes, sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { startDownload } from '../admins/exporter.ts'
import type { Lake } from '../lake/lake.ts'
import type { Reads } from '../reads/open-session.ts'
import { withParameters } from './parameters.ts'
import type { SqlRows, SqlTask } from './sql.main.ts'
import type { SqlProcesses } from './sql-processes.ts'

type Needs = Pick<Reads, 'onRequest'> & { log: EventLog; lake: Lake; sql: SqlProcesses }
type SqlBody = z.output<typeof sqlQuery>
type Format = z.output<typeof fileFormat>
type Answered = SqlRows & { position: string | null }

const mediaTypes = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' }
/** The first files of a large log take minutes. */
const filesWithinMs = 20_000

/** Questions in SQL over this process's files of the lake. Each is recorded before it is answered, its text sealed. */
export function sqlRoutes(app: App, { onRequest, log, lake, sql }: Needs) {
  const failures = { 408: failure, 429: failure, 503: failure }
  const asked = { tags: ['admins'], body: sqlQuery }
  const run = {
    ...asked,
    summary: 'Una SELECT sulle viste events, visits e persons',
    response: { 200: sqlResult, ...failures },
  }
  app.post('/api/admin/sql', { schema: run, onRequest }, (request, reply) =>
    answer(request, {
      format: null,
      reply,
      use: async ({ position, columns, rows, more }) => ({ position, columns, rows, more }),
    }),
  )

  const file = {
    ...asked,
    summary: 'Tutte le righe di una SELECT, in CSV o Parquet',
    querystring: z.strictObject({ format: fileFormat }),
    response: { 200: sentAs({ 'text/csv': text, 'application/vnd.apache.parquet': bytes }), ...failures },
  }
  app.post('/api/admin/sql/export', { schema: file, onRequest }, async (request, reply) => {
    const { format } = request.query
    await startDownload(adminOf(request), reply)
    const handle = await answer<FileHandle>(request, {
      format,
      reply,
      use: (_, to) => openUnnamed(to),
    })
    return reply
      .type(mediaTypes[format])
      .header('content-length', (await handle.stat()).size)
      .header('content-disposition', `attachment; filename="sql_${romeDay(new Date())}.${format}"`)
      .send(handle.createReadStream())
  })

  type Answering<T> = {
    format: Format | null
    reply: Pick<FastifyReply, 'wrote'>
    /** @param to the file of an export */
    use: (answered: Answered, to: string) => Promise<T>
  }
  async function answer<T>(
    request: FastifyRequest<{ Body: SqlBody }>,
    { format, reply, use }: Answering<T>,
  ): Promise<T> {
    const { sub } = adminOf(request)
    const { query, parameters = {} } = request.body
    const { text, values } = withParameters(request.body)
    request.releaseSlot?.()
    const given = Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]))
    const event = { type: 'QueryAsked', data: { query, parameters: given, format } } as const
    const options = { expected: 'any', context: adminContext(request) } as const
    const recorded = await log.append(streams.admin(sub), [event], options)
    reply.wrote(recorded.position)
    const manifest = await withTimeout(filesWithinMs, lake.files(), () => null)
    if (!manifest)
      throw new HttpFailure(503, 'I file per SQL sono in costruzione. Riprova tra poco.', {
        headers: { 'retry-after': '20' },
      })
    const filesOf = (kind: string) =>
      manifest.files
        .filter(file => file.path.startsWith(kind))
        .map(file => path.resolve(lake.folder, file.path))
    const files = { events: filesOf('events/'), visits: filesOf('visits/') }
    const leaving = new AbortController()
    const leave = () => leaving.abort(new HttpFailure(400, 'Richiesta interrotta'))
    request.socket.once('close', leave)
    let to = ''
    const taskOf = (temporary: string): SqlTask => {
      to = path.join(temporary, crypto.randomUUID())
      return { files, text, values, ...(format && { to: { file: to, format } }) }
    }
    try {
      return await sql.run(sub, leaving.signal, taskOf, rows =>
        use({ ...rows, position: manifest.position }, to),
      )
    } finally {
      request.socket.off('close', leave)
    }
  }
}

/** Whoever reads it is the last: the file goes with the handle. */
async function openUnnamed(file: string): Promise<FileHandle> {
  const handle = await open(file)
  await rm(file)
  return handle
}
