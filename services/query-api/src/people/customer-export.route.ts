import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import type { FairQueue } from '@tba/runtime/http/fair-queue.ts'
import { personId, personParams, unknownPerson } from '@tba/runtime/http/person-id.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { personalColumns, personalRow } from '../accounts/find-personal-data.ts'
import { type Page, personalFile } from '../accounts/personal-data.ts'
import type { Deps, Reads } from '../deps.ts'
import { recordPersonExport } from './record-person.ts'

type Needs = Reads & Pick<Deps, 'log'> & { inTurn: FairQueue }

/** The file that the customer could take along themselves. It is recorded before its first byte is sent. */
export function customerExportRoute(app: App, { pool, log, inTurn, onRequest }: Needs) {
  const schema = {
    tags: ['people'],
    summary: 'Tutto ciò che si sa di un cliente, in un file',
    params: personParams,
    response: { 200: z.instanceof(Readable), 401: failure, 403: failure, 404: failure },
  }
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/customers/:id/export', options, async (request, reply) => {
    const id = personId(request.params)
    const found = await findData(pool, adminOf(request), id)
    if (!found) throw unauthorized()
    const { profile, ...data } = found
    if (!profile) throw unknownPerson()
    await recordPersonExport(log, request, { kind: 'customer', id })
    const exportedAt = new Date()
    const page: Page = query => inTurn(adminOf(request).sub, async () => [...(await pool.any(query))])
    const name = `cliente_${profile.id}_${romeDay(exportedAt)}.json`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(personalFile(page, { sub: id, uid: profile.id }, { exportedAt, profile, ...data }))
  })
}

const row = personalRow.extend({ profile: personalRow.shape.profile.nullable() })

function findData(pool: DatabasePool, { sid, sub }: { sid: string; sub: string }, id: string) {
  return pool.maybeOne(sql.prepared('customer-export', row)`
    select ${personalColumns(id)}
    from read.admin_sessions s
    where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()`)
}
