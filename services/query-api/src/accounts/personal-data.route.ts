import { Readable } from 'node:stream'
import { romeDay } from '@tba/events/rome-day.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Reads } from '../deps.ts'
import { isOpenToCustomer } from '../open-session.ts'
import { columnsOf, rowOf } from '../own-data.ts'
import { sessions } from './find-personal-data.ts'
import { type Page, personalFile, type TakingAlong } from './personal-data.ts'

/**
 * Everything that the read tables know of the caller, to take along. Leads and questionnaires under the same address are left
 * out: registering proves no address, so they may be another person's.
 */
export function personalDataRoute(app: App, { pool, one, onRequest, inTurn, own }: Reads & TakingAlong) {
  const { profile, ...others } = own
  const parts = { profile, sessions, ...others }
  const row = rowOf(parts).extend({ profile: profile.view.nullable() })
  const schema = {
    tags: ['accounts'],
    summary: 'Tutto ciò che si sa del cliente, da portare via',
    response: { 200: z.instanceof(Readable) },
  }

  app.get('/api/user/data', { schema, onRequest, exposeHeadRoute: false }, async (request, reply) => {
    const customer = customerOf(request)
    const { sub } = customer
    const found = await one(sql.prepared('personal-data', row)`
      select ${columnsOf(parts, sub)}
      from read.sessions s
      where ${isOpenToCustomer(customer)}`)
    if (!found.profile) throw unauthorized()
    const exportedAt = new Date()
    const page: Page = query => inTurn(sub, async () => [...(await pool.any(query))])
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="dati_personali_${romeDay(exportedAt)}.json"`)
      .send(personalFile(page, customer, { exportedAt, ...found }))
  })
}
