import { isPosition } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import { funnelUnits } from '@tba/events/funnels/definition.ts'
import { funnelUnitsPage } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { cursorOf, keyIn } from '../keyset.ts'
import type { Counts } from './counting.ts'

/**
 * Where the first page stood in the log and in time, so that all pages are of the same events, and the last unit of the
 * page before.
 */
const key = z.tuple([z.string().refine(isPosition), z.number(), z.number(), z.number(), z.number()])

/** The very units that a bar counts. */
export function funnelUnitsRoute(app: App, { pool, onRequest, copy }: Counts) {
  const schema = {
    tags: ['admins'],
    summary: 'Le visite o i clienti che una barra di un funnel conta',
    body: funnelUnits,
    response: {
      200: funnelUnitsPage,
      ...{ 400: failure, 401: failure, 403: failure, 429: failure, 503: failure },
    },
  }

  app.post('/api/admin/funnels/visits', { schema, onRequest, config: { walks: true } }, async request => {
    await assertOpenSession(pool, request)
    const { step, outcome, value, compared, cursor, limit, ...asked } = request.body
    if (value !== undefined && asked.breakdown === undefined)
      throw new HttpFailure(400, 'Un valore si chiede di una suddivisione')
    const [pinned, nowMs = Date.now(), startedAt = 0, high = 0, low = 0] = keyIn(cursor, key) ?? []
    const definition = { ...asked, ...(pinned !== undefined && { asOf: pinned }) }
    const after = pinned === undefined ? null : { startedAt, unit: [high, low] as const }
    const bar = { step, outcome, ...(value !== undefined && { value }), ...(compared && { compared }) }
    const page = await copy.ask('funnelUnits', { definition, nowMs, bar, after, limit }, { request })
    const { units, position, next } = page
    const isMore = next !== null && position !== null
    return {
      units,
      position,
      next: isMore ? cursorOf([position, nowMs, next.startedAt, ...next.unit]) : null,
    }
  })
}
