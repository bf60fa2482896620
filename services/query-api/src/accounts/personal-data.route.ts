import { Readable } from 'node:stream'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Reads } from '../deps.ts'
import { isOpenToCustomer } from '../open-session.ts'
import { columnsOf } from '../own-data.ts'
import { heldParts, type PersonalFile, sendPersonalFile } from './personal-data.ts'

/**
 * Everything that the read tables know of the caller, to take along. Leads and questionnaires under the same address are left
 * out: registering proves no address, so they may be another person's.
 */
export function personalDataRoute(app: App, needs: Reads & PersonalFile) {
  const { one, onRequest, own } = needs
  const { parts, row } = heldParts(own)
  const schema = {
    tags: ['accounts'],
    summary: 'Tutto ciò che si sa del cliente, da portare via',
    response: { 200: z.instanceof(Readable) },
  }

  app.get('/api/user/data', { schema, onRequest, exposeHeadRoute: false }, async (request, reply) => {
    const customer = customerOf(request)
    const found = await one(sql.prepared('personal-data', row)`
      select ${columnsOf(parts, customer.sub)}
      from read.sessions s
      where ${isOpenToCustomer(customer)}`)
    if (!found.profile) throw unauthorized()
    const file = { name: 'dati_personali', owner: customer, caller: customer.sub, found }
    return sendPersonalFile(needs, reply, file)
  })
}
