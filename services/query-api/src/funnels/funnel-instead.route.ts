import { failure } from '@tba/events/failure.ts'
import { funnelInstead } from '@tba/events/funnels/definition.ts'
import { insteadView } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Counts } from './counting.ts'

/** What those did next who were lost at a step, and what they were refused. */
export function funnelInsteadRoute(app: App, { pool, onRequest, copy }: Counts) {
  const schema = {
    tags: ['admins'],
    summary: 'Che cosa ha fatto invece chi si è fermato a un passo di un funnel',
    body: funnelInstead,
    response: { 200: insteadView, 400: failure, 401: failure, 403: failure, 429: failure, 503: failure },
  }

  app.post('/api/admin/funnels/instead', { schema, onRequest, config: { walks: true } }, async request => {
    await assertOpenSession(pool, request)
    const { step, ...definition } = request.body
    return copy.ask('funnelInstead', { definition, nowMs: Date.now(), step }, { request })
  })
}
