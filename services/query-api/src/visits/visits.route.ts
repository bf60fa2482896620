import { failure } from '@tba/events/failure.ts'
import { visitList } from '@tba/events/visits/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Deps, Reads } from '../deps.ts'
import { placeCursor, placeIn } from '../history/querystring.ts'
import { visitsQuery } from './querystring.ts'

/** Who came, newest first. */
export function visitsRoute(app: App, { pool, onRequest, copy }: Reads & Pick<Deps, 'copy'>) {
  const schema = {
    tags: ['admins'],
    summary: 'Le visite, dalla più recente, cercate e filtrate',
    querystring: visitsQuery,
    response: { 200: visitList, 400: failure, 401: failure, 403: failure },
  }

  app.get('/api/admin/visits', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { cursor, ...asked } = request.query
    const { visits, next } = await copy.ask('visits', { ...asked, after: placeIn(cursor) }, { request })
    return { visits, next: placeCursor(next) }
  })
}
