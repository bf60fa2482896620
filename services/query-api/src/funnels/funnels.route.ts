import { isPosition } from '@tba/event-store/position.ts'
import { funnelDefinition, funnelInstead, funnelUnits } from '@tba/events/funnels/definition.ts'
import { funnelFields, funnelResult, funnelUnitsPage, insteadView } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { cursorOf, keyIn } from '../keyset.ts'
import { type Counts, counted, counting, place } from './counting.ts'

/** When the first page was asked for, so that all pages are of the same events and dates, and where the one before ended. */
const unitsKey = z.tuple([z.string().refine(isPosition), z.number(), place])

/** Funnels that nobody has saved: how far units came, who they are, and what they did instead. */
export function funnelsRoute(app: App, { pool, onRequest, copy }: Counts) {
  const running = counted('Il conteggio di un funnel, passo per passo', funnelResult, {
    body: funnelDefinition,
  })
  app.post('/api/admin/funnels/run', { schema: running, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('funnel', { definition: request.body, nowMs: Date.now() }, { request })
  })

  const opening = counted('Le visite o i clienti che una barra di un funnel conta', funnelUnitsPage, {
    body: funnelUnits,
  })
  app.post('/api/admin/funnels/visits', { schema: opening, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    const { step, outcome, value, compared, cursor, limit, ...asked } = request.body
    if (value !== undefined && asked.breakdown === undefined)
      throw new HttpFailure(400, 'Un valore si chiede di una suddivisione')
    const [asOf = asked.asOf, nowMs = Date.now(), after = null] = keyIn(cursor, unitsKey) ?? []
    const question = {
      ...{ definition: { ...asked, asOf }, nowMs, bar: { step, outcome, value, compared } },
      ...{ after, limit },
    }
    const { units, position, next } = await copy.ask('funnelUnits', question, { request })
    return { units, position, next: next && cursorOf([position ?? '', nowMs, next]) }
  })

  const insteadAsked = counted(
    'Che cosa ha fatto invece chi si è fermato a un passo di un funnel',
    insteadView,
    {
      body: funnelInstead,
    },
  )
  app.post('/api/admin/funnels/instead', { schema: insteadAsked, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    const { step, ...definition } = request.body
    return copy.ask('funnelInstead', { definition, nowMs: Date.now(), step }, { request })
  })

  const fields = counted(
    'I tipi di evento del registro, con i campi e i loro valori più frequenti',
    funnelFields,
    {
      querystring: z.strictObject({}),
    },
  )
  app.get('/api/admin/funnels/fields', { schema: fields, onRequest }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('funnelFields', {}, { request })
  })
}
