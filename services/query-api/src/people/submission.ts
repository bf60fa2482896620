import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { sentAs } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { maskFor } from '../console/mask-for.ts'
import { recordPersonExport, recordView } from '../console/record-person.ts'
import { type Found, isOpenToAdmin, type Reads } from '../reads/open-session.ts'
import type { Submissions } from './submissions.reads.ts'

type Needs = Reads & { log: EventLog }

/** One submission, on a page. The look is recorded first. */
export function submissionRoute(app: App, { one, log, onRequest }: Needs, submissions: Submissions) {
  const { kind, url, title, row } = submissions
  const response = { 200: row, 404: failure }
  const schema = { tags: ['people'], params: personParams, summary: title, response }

  app.get(`${url}/:id`, { schema, onRequest }, async request => {
    const { id, found } = await submission(one, request, submissions)
    await recordView(log, request, { kind, id })
    return maskFor(request, found)
  })
}

/** One submission, as a file. The export is recorded first. */
export function submissionExportRoute(app: App, { one, log, onRequest }: Needs, submissions: Submissions) {
  const { kind, url, title, row } = submissions
  const file = z.object({ exportedAt: z.iso.datetime(), [kind]: row })
  const schema = {
    tags: ['people'],
    params: personParams,
    summary: `${title} con tutto ciò che contiene, in un file`,
    response: { 200: sentAs({ 'application/json': file }), 404: failure },
  }

  app.get(`${url}/:id/export`, { schema, onRequest }, async (request, reply) => {
    const { id, found } = await submission(one, request, submissions)
    await recordPersonExport(log, request, [{ kind, id }])
    const exportedAt = new Date()
    const fileName = `${title.split(' ')[1]}_${id.slice(0, 8)}_${romeDay(exportedAt)}.json`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Buffer.from(JSON.stringify({ exportedAt, [kind]: found })))
  })
}

/** @throws {HttpFailure} 401 or 404 */
async function submission(one: Found['one'], request: FastifyRequest, { columns, table, row }: Submissions) {
  const id = personId(personParams.parse(request.params))
  const answer = z.object({ found: row.nullable() })
  const read = await one(sql.type(answer)`
    select (select to_jsonb(held) from (select ${columns} from ${table} where id = ${id}) held) as found
    from read.admin_sessions s
    where ${isOpenToAdmin(adminOf(request))}`)
  if (!read.found) throw unknownPerson()
  return { id, found: read.found }
}
