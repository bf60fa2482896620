import type { EventStore } from '@tba/event-store/port.ts'
import { historyDetail, historyPage } from '@tba/events/history/views.ts'
import { personOf } from '@tba/events/streams.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { erasureOf } from '@tba/runtime/log/person-history.ts'
import { z } from 'zod'
import { type CopyRouteDeps, copyRoute } from '../analytics/copy-route.ts'
import { cursorOf, keyIn, keyset } from '../console/keyset.ts'
import type { ReadSideOf } from '../freshness/read-side.ts'
import { findEvent } from './find-event.ts'
import { countEvents, findEvents } from './find-events.ts'
import { copyFilters, filterOf, pageEndKey } from './querystring.ts'

const querystring = z.strictObject({
  ...copyFilters,
  ...keyset,
  order: z.enum(['desc', 'asc'], 'Ordine non valido').default('desc'),
})

/** Searches the events of the log, page by page. Shows one event with its cause and effects. Sealed fields stay sealed. */
export function eventsRoute(
  app: App,
  { readSide, store, ...asks }: CopyRouteDeps & { readSide: ReadSideOf; store: EventStore },
) {
  const { ask, describe, guarded } = copyRoute(asks)

  const summary = 'Gli eventi del registro, dal più recente, cercati e filtrati'
  const schema = describe(summary, historyPage, { querystring })
  app.get('/api/admin/events', { schema, ...guarded }, async request => {
    const { cursor, limit, order, ...query } = request.query
    const filter = filterOf(query)
    const asking = { filter, order, limit, after: keyIn(cursor, pageEndKey) }
    const { events, next, position } = await ask(request, findEvents, asking)
    const found = cursor === undefined && next !== null ? await ask(request, countEvents, { filter }) : null
    // The read side last, so that no event of the page is newer.
    return {
      events,
      found: found ?? (cursor === undefined ? events.length : null),
      next: next && cursorOf(next),
      ...(await readSide(position)),
    }
  })

  const one = describe('Un evento, la sua causa e ciò che ne è seguito', historyDetail, {
    params: z.object({ id: z.string().meta({ format: 'uuid' }) }),
    querystring: z.strictObject({}),
  })
  app.get('/api/admin/events/:id', { schema: one, ...guarded }, async request => {
    const found = await ask(request, findEvent, request.params)
    if (!found) throw new HttpFailure(404, 'Evento non trovato')
    const { event } = found
    return { ...found, erasedAt: event.sealed.length > 0 ? await erasureOf(store, personOf(event)) : null }
  })
}
