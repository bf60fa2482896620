import { failure } from '@tba/events/failure.ts'
import { visitList } from '@tba/events/visits/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Reads } from '../deps.ts'
import { countVisits } from './count-visits.ts'
import { findVisits } from './find-visits.ts'
import { shownVisit } from './found-visit.ts'
import { visitsQuery } from './querystring.ts'

/** Who came, newest first. */
export function visitsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Le visite, dalla più recente, cercate e filtrate',
    querystring: visitsQuery,
    response: { 200: visitList, 400: failure, 401: failure, 403: failure },
  }

  app.get('/api/admin/visits', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { found, next } = await findVisits(pool, request.query)
    const countOf = await countVisits(pool, found)
    return { visits: found.map(visit => shownVisit(visit, countOf(visit))), next }
  })
}
