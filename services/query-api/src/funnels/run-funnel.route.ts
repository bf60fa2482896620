import { failure } from '@tba/events/failure.ts'
import { funnelDefinition } from '@tba/events/funnels/definition.ts'
import { funnelResult } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Counts } from './counting.ts'

/** Counts a funnel that nobody has saved. */
export function runFunnelRoute(app: App, { pool, onRequest, copy }: Counts) {
  const schema = {
    tags: ['admins'],
    summary: 'Il conteggio di un funnel, passo per passo',
    body: funnelDefinition,
    response: { 200: funnelResult, 400: failure, 401: failure, 403: failure, 429: failure, 503: failure },
  }

  app.post('/api/admin/funnels/run', { schema, onRequest, config: { walks: true } }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('funnel', { definition: request.body, nowMs: Date.now() }, { request })
  })
}
