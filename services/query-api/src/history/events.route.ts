import { failure } from '@tba/events/failure.ts'
import { historyPage } from '@tba/events/history/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Deps, Reads } from '../deps.ts'
import { keyset } from '../keyset.ts'
import { placeCursor, placeIn } from './cursor.ts'
import { findEvents } from './find-events.ts'
import { likeOf, ofThisLog } from './like.ts'
import { filterOf, filters } from './querystring.ts'

const querystring = z.strictObject({
  ...filters,
  ...keyset,
  order: z.enum(['desc', 'asc'], 'Ordine non valido').default('desc'),
})

export type HistoryReads = Reads & Pick<Deps, 'store' | 'readSide' | 'freshness'>

/** Every event of the log that holds what is asked, a page at a time. What is sealed stays so. */
export function eventsRoute(app: App, { pool, onRequest, ...deps }: HistoryReads) {
  const schema = {
    tags: ['admins'],
    summary: 'Gli eventi del registro, dal più recente, cercati e filtrati',
    querystring,
    response: { 200: historyPage, 400: failure, 401: failure, 403: failure },
  }

  app.get('/api/admin/events', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { cursor, limit, order, ...asked } = request.query
    const like = await likeOf(deps)
    const asking = { filter: filterOf(asked), order, limit, after: placeIn(cursor, like) }
    const searched = { pool, store: deps.store }
    const { events, next } =
      like === null
        ? { events: [], next: null }
        : await ofThisLog(() => findEvents(searched, { ...asking, like }))
    return {
      events: events.map(historyEventOf),
      next: next === null || like === null ? null : placeCursor(next, like),
      // Asked for last, so that no event of the page is newer.
      ...(await deps.readSide(['history'])),
    }
  })
}
