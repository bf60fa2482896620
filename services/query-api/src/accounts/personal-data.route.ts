import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import type { FairQueue } from '@tba/runtime/http/fair-queue.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { z } from 'zod'
import type { Reads } from '../deps.ts'
import { findPersonalData } from './find-personal-data.ts'
import { type Page, personalFile } from './personal-data.ts'

/**
 * Everything that the read tables know of the caller, to take along.
 * @param inTurn for the pages that are read while the answer is sent
 */
export function personalDataRoute(app: App, { pool, onRequest }: Reads, inTurn: FairQueue) {
  const schema = {
    tags: ['accounts'],
    summary: 'Tutto ciò che si sa del cliente, da portare via',
    response: { 200: z.instanceof(Readable), 401: failure },
  }

  app.get('/api/user/data', { schema, onRequest, exposeHeadRoute: false }, async (request, reply) => {
    const customer = customerOf(request)
    const found = await findPersonalData(pool, customer)
    if (!found) throw unauthorized()
    const exportedAt = new Date()
    const page: Page = query => inTurn(customer.sub, async () => [...(await pool.any(query))])
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="dati_personali_${romeDay(exportedAt)}.json"`)
      .send(personalFile(page, customer, { exportedAt, ...found }))
  })
}
