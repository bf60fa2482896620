import { failure } from '@tba/events/failure.ts'
import { historyDetail } from '@tba/events/history/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Deps, Reads } from '../deps.ts'

/** One event, what caused it, and what came of it. */
export function eventRoute(app: App, { pool, onRequest, copy }: Reads & Pick<Deps, 'copy'>) {
  const schema = {
    tags: ['admins'],
    summary: 'Un evento, la sua causa e ciò che ne è seguito',
    params: z.object({ id: z.string() }),
    querystring: z.strictObject({}),
    response: { 200: historyDetail, 400: failure, 401: failure, 403: failure, 404: failure },
  }

  app.get('/api/admin/events/:id', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const found = await copy.ask('event', request.params, { request })
    if (!found) throw new HttpFailure(404, 'Evento non trovato')
    return found
  })
}
