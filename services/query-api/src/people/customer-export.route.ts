import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { personId, personParams, unknownPerson } from '@tba/runtime/http/person-id.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { sessions } from '../accounts/find-personal-data.ts'
import { type Page, personalFile, type TakingAlong } from '../accounts/personal-data.ts'
import type { Deps, Reads } from '../deps.ts'
import { isOpenToAdmin } from '../open-session.ts'
import { columnsOf, rowOf } from '../own-data.ts'
import { recordPersonExport } from './record-person.ts'

type Needs = Reads & Pick<Deps, 'log'> & TakingAlong

/** The file that the customer could take along themselves. It is recorded before its first byte is sent. */
export function customerExportRoute(app: App, { pool, one, log, inTurn, own, onRequest }: Needs) {
  const { profile, ...others } = own
  const parts = { profile, sessions, ...others }
  const row = rowOf(parts).extend({ profile: profile.view.nullable() })
  const schema = {
    tags: ['people'],
    summary: 'Tutto ciò che si sa di un cliente, in un file',
    params: personParams,
    response: { 200: z.instanceof(Readable), 404: failure },
  }
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/customers/:id/export', options, async (request, reply) => {
    const id = personId(request.params)
    const admin = adminOf(request)
    const found = await one(sql.prepared('customer-export', row)`
      select ${columnsOf(parts, id)}
      from read.admin_sessions s
      where ${isOpenToAdmin(admin)}`)
    if (!found.profile) throw unknownPerson()
    const { id: uid } = found.profile
    await recordPersonExport(log, request, { kind: 'customer', id })
    const exportedAt = new Date()
    const page: Page = query => inTurn(admin.sub, async () => [...(await pool.any(query))])
    const name = `cliente_${uid}_${romeDay(exportedAt)}.json`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(personalFile(page, { sub: id, uid }, { exportedAt, ...found }))
  })
}
