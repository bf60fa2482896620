import { ok } from '@tba/events/failure.ts'
import { inAddress } from '@tba/events/filters/filter.ts'
import { funnelDefinition } from '@tba/events/funnels/definition.ts'
import { visitId } from '@tba/events/tracking/commands.ts'
import { visitDetail, visitList } from '@tba/events/visits/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { type CopyRouteDeps, copyRoute } from '../analytics/copy-route.ts'
import { cursorOf, keyIn, keyset, positionKey } from '../console/keyset.ts'
import { findSteps } from '../funnels/find-units.ts'
import { assertOpenSession } from '../reads/open-session.ts'
import { findVisit } from './find-visit.ts'
import { findVisits } from './find-visits.ts'
import { visitPageEndKey, visitsQuery } from './querystring.ts'
import { seenVisits } from './seen-visits.ts'

/** The visits, newest first, and one visit with its events in log order. Sealed fields stay sealed. */
export function visitsRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded, onRequest } = copyRoute(asks)
  const seenBy = seenVisits(asks.pool)

  const schema = describe('Le visite, dalla più recente, cercate e filtrate', visitList, {
    querystring: visitsQuery,
  })
  app.get('/api/admin/visits', { schema, ...guarded }, async request => {
    const { cursor, ...query } = request.query
    const { visits, next, ...counted } = await ask(request, findVisits, {
      ...query,
      after: keyIn(cursor, visitPageEndKey),
    })
    const seen = await seenBy.among(
      adminOf(request).sub,
      visits.map(({ id }) => id),
    )
    return {
      visits: visits.map(visit => ({ ...visit, seen: seen.has(visit.id) })),
      next: next && cursorOf(next),
      ...counted,
    }
  })

  const params = z.object({ id: visitId })
  const mark = operation('admins', 'Segna una visita come già vista da chi la apre', {
    params,
    response: { 200: ok },
  })
  app.put('/api/admin/visits/:id/seen', { schema: mark, onRequest }, async request => {
    await assertOpenSession(asks.pool, request)
    await seenBy.add(adminOf(request).sub, request.params.id)
    return { ok: true as const }
  })

  const one = describe('Una visita e tutti i suoi eventi, nell’ordine del registro', visitDetail, {
    params: z.object({ id: z.string() }),
    querystring: z.strictObject({ cursor: keyset.cursor, funnel: inAddress(funnelDefinition).optional() }),
  })
  app.get('/api/admin/visits/:id', { schema: one, ...guarded }, async request => {
    const { id } = request.params
    const { cursor, funnel: definition } = request.query
    const [after = null] = keyIn(cursor, positionKey) ?? []
    const found = visitId.safeParse(id).success ? await ask(request, findVisit, { id, after }) : null
    if (!found) throw new HttpFailure(404, 'Visita non trovata')
    const next = found.next && cursorOf([found.next])
    if (!definition) return { ...found, next }
    return {
      ...found,
      next,
      steps: await ask(request, findSteps, { visit: id, definition, nowMs: Date.now() }),
    }
  })
}
