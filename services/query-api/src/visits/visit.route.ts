import { failure } from '@tba/events/failure.ts'
import { visitId } from '@tba/events/tracking/visit-id.ts'
import { visitDetail } from '@tba/events/visits/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { placeCursor, placeIn } from '../history/cursor.ts'
import type { HistoryReads } from '../history/events.route.ts'
import { likeOf, ofThisLog } from '../history/like.ts'
import { keyset } from '../keyset.ts'
import { findVisit, visitNamedBy } from './find-visit.ts'
import { visitEvents } from './visit-events.ts'

/** One visit with all that happened in it, in the order of the log. What is sealed stays so. */
export function visitRoute(app: App, { pool, onRequest, ...deps }: HistoryReads) {
  const schema = {
    tags: ['admins'],
    summary: 'Una visita e tutti i suoi eventi, nell’ordine del registro',
    params: z.object({ id: z.string() }),
    querystring: z.strictObject({ cursor: keyset.cursor }),
    response: { 200: visitDetail, 400: failure, 401: failure, 403: failure, 404: failure },
  }

  app.get('/api/admin/visits/:id', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { id } = request.params
    if (!visitId.safeParse(id).success) throw unknownVisit()
    const like = await likeOf(deps)
    const after = placeIn(request.query.cursor, like)
    if (like === null) throw unknownVisit()
    const [tracked, { events, end }] = await Promise.all([
      findVisit(pool, id),
      ofThisLog(() => visitEvents({ pool, store: deps.store }, { id, after, like })),
    ])
    // What is found by a hash alone is no event of the visit's.
    const isKnown = tracked !== null || events.length > 0 || after !== null
    const visit = tracked ?? (isKnown ? await visitNamedBy(pool, id) : null)
    if (!visit) throw unknownVisit()
    return { visit, events, next: end === null ? null : placeCursor(end, like) }
  })
}

const unknownVisit = () => new HttpFailure(404, 'Visita non trovata')
