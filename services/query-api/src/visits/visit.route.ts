import type { Position } from '@tba/event-store/port.ts'
import { failure } from '@tba/events/failure.ts'
import { visitId } from '@tba/events/tracking/visit-id.ts'
import { visitDetail } from '@tba/events/visits/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Deps, Reads } from '../deps.ts'
import { cursorOf, keyIn, keyset, positionKey } from '../keyset.ts'

/** One visit with all that happened in it, in the order of the log. What is sealed stays so. */
export function visitRoute(app: App, { pool, onRequest, copy }: Reads & Pick<Deps, 'copy'>) {
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
    const [position] = keyIn(request.query.cursor, positionKey) ?? []
    const after = (position ?? null) as Position | null
    const found = await copy.ask('visit', { id, after }, { request })
    if (!found) throw unknownVisit()
    return { ...found, next: found.next && cursorOf([found.next]) }
  })
}

const unknownVisit = () => new HttpFailure(404, 'Visita non trovata')
