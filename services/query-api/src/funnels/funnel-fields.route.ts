import { funnelFields } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Counts } from './counting.ts'

/** What steps may ask about, as the log has it: for the builder of funnels. */
export function funnelFieldsRoute(app: App, { pool, onRequest, copy }: Counts) {
  const schema = {
    tags: ['admins'],
    summary: 'I tipi di evento del registro, con i campi e i loro valori più frequenti',
    querystring: z.strictObject({}),
    response: { 200: funnelFields },
  }

  app.get('/api/admin/funnels/fields', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('funnelFields', {}, { request })
  })
}
