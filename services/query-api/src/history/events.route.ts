import { failure } from '@tba/events/failure.ts'
import { historyDetail, historyPage } from '@tba/events/history/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Deps, Reads } from '../deps.ts'
import { keyset } from '../keyset.ts'
import { filterOf, filters, placeCursor, placeIn } from './querystring.ts'

const querystring = z.strictObject({
  ...filters,
  ...keyset,
  order: z.enum(['desc', 'asc'], 'Ordine non valido').default('desc'),
})

/**
 * Every event of the log that holds what is asked, a page at a time; and one event, what caused it, and what came of it. What
 * is sealed stays so.
 */
export function eventsRoute(
  app: App,
  { pool, onRequest, copy, readSide }: Reads & Pick<Deps, 'copy' | 'readSide'>,
) {
  const schema = {
    tags: ['admins'],
    summary: 'Gli eventi del registro, dal più recente, cercati e filtrati',
    querystring,
    response: { 200: historyPage, 400: failure, 401: failure, 403: failure },
  }

  app.get('/api/admin/events', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { cursor, limit, order, ...asked } = request.query
    const asking = { filter: filterOf(asked), order, limit, after: placeIn(cursor) }
    const found = await copy.ask('events', asking, { request })
    return {
      events: found.events,
      next: placeCursor(found.next),
      // Last, so that no event of the page is newer.
      ...(await readSide(found.position)),
    }
  })

  const one = {
    tags: ['admins'],
    summary: 'Un evento, la sua causa e ciò che ne è seguito',
    params: z.object({ id: z.string() }),
    querystring: z.strictObject({}),
    response: { 200: historyDetail, 400: failure, 401: failure, 403: failure, 404: failure },
  }

  app.get('/api/admin/events/:id', { schema: one, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const found = await copy.ask('event', request.params, { request })
    if (!found) throw new HttpFailure(404, 'Evento non trovato')
    return found
  })
}
