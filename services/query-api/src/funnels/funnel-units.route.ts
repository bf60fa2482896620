import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import { funnelUnits } from '@tba/events/funnels/definition.ts'
import { funnelUnitsPage } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { cursorOf, keyIn } from '../keyset.ts'
import { type Counts, wantedBy } from './counting.ts'

/** Where the first page stood in the log, so that all pages are of the same events, and the last unit of the page before. */
const key = z.tuple([z.string().refine(isPosition), z.number(), z.number()])

/** The very units that a bar counts. */
export function funnelUnitsRoute(app: App, { pool, onRequest, trails }: Counts) {
  const schema = {
    tags: ['admins'],
    summary: 'Le visite o i clienti che una barra di un funnel conta',
    body: funnelUnits,
    response: {
      200: funnelUnitsPage,
      400: failure,
      401: failure,
      403: failure,
      429: failure,
      503: failure,
    },
  }

  app.post('/api/admin/funnels/visits', { schema, onRequest, config: { walks: true } }, async request => {
    await assertOpenSession(pool, request)
    const { step, outcome, value, cursor, limit, ...asked } = request.body
    if (value !== undefined && asked.breakdown === undefined)
      throw new HttpFailure(400, 'Un valore si chiede di una suddivisione')
    const { compareTo: _, ...own } = asked
    const [pinned, startedAt = 0, unit = 0] = keyIn(cursor, key) ?? []
    const definition = { ...own, ...(pinned !== undefined && { asOf: pinned }) }
    const after = pinned === undefined ? null : { startedAt, key: unit }
    const bar = { step, outcome, ...(value !== undefined && { value }) }
    const page = await trails.ask('units', { definition, bar, after, limit }, wantedBy(request))
    const { units, position, next } = page
    return { units, position, next: next && position ? cursorAt(position, next) : null }
  })
}

const cursorAt = (position: Position, { startedAt, key: unit }: { startedAt: number; key: number }) =>
  cursorOf([position, startedAt, unit])
