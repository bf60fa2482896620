import { failure } from '@tba/events/failure.ts'
import { historyDetail } from '@tba/events/history/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { effectsOf } from './effects-of.ts'
import type { HistoryReads } from './events.route.ts'
import { findEvent, findRequest } from './find-event.ts'
import { likeOf, ofThisLog } from './like.ts'

/** One event, what caused it, and what came of it. */
export function eventRoute(app: App, { pool, onRequest, ...deps }: HistoryReads) {
  const schema = {
    tags: ['admins'],
    summary: 'Un evento, la sua causa e ciò che ne è seguito',
    params: z.object({ id: z.string() }),
    querystring: z.strictObject({}),
    response: { 200: historyDetail, 400: failure, 401: failure, 403: failure, 404: failure },
  }
  const searched = { pool, store: deps.store }

  app.get('/api/admin/events/:id', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { id } = request.params
    const like = await likeOf(deps)
    const found = await ofThisLog(async () => {
      const event = like && (await findEvent(searched, { id, like }))
      if (!event) return null
      const causedBy = String(event.metadata?.causationId ?? '')
      const [cause, later] = await Promise.all([
        findEvent(searched, { id: causedBy, like }),
        findRequest(searched, { event, like }),
      ])
      return { event, cause, later }
    })
    if (!found) throw new HttpFailure(404, 'Evento non trovato')
    const { event, cause, later } = found
    return {
      event: historyEventOf(event),
      cause: cause && historyEventOf(cause),
      effects: effectsOf(event, later.map(historyEventOf)),
    }
  })
}
