import { isPosition } from '@tba/event-store/position.ts'
import { funnelDefinition, funnelInstead, funnelUnits } from '@tba/events/funnels/definition.ts'
import { funnelFields, funnelResult, funnelUnitsPage, insteadView } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { cursorOf, keyIn } from '../keyset.ts'
import { type Asks, asked, asking, inTurn, place } from './asking.ts'

/** When the first page was asked for, so that all pages are of the same events and dates, and where the one before ended. */
const unitsKey = z.tuple([z.string().refine(isPosition), z.number(), place])

/** Funnels that nobody has saved: how far units came, who they are, and what they did instead. */
export function funnelsRoute(app: App, asks: Asks) {
  const { ask, onRequest } = asking(asks)

  const run = asked('Il conteggio di un funnel, passo per passo', funnelResult, { body: funnelDefinition })
  app.post('/api/admin/funnels/run', { schema: run, onRequest, ...inTurn }, request =>
    ask(request, 'funnel', { definition: request.body, nowMs: Date.now() }),
  )

  const units = asked('Le visite o i clienti che una barra di un funnel conta', funnelUnitsPage, {
    body: funnelUnits,
  })
  app.post('/api/admin/funnels/visits', { schema: units, onRequest, ...inTurn }, async request => {
    const { step, outcome, value, compared, cursor, limit, ...definition } = request.body
    if (value !== undefined && definition.breakdown === undefined)
      throw new HttpFailure(400, 'Un valore si chiede di una suddivisione')
    const [asOf = definition.asOf, nowMs = Date.now(), after = null] = keyIn(cursor, unitsKey) ?? []
    const { next, ...page } = await ask(request, 'funnelUnits', {
      ...{ definition: { ...definition, asOf }, nowMs, after, limit },
      bar: { step, outcome, value, compared },
    })
    return { ...page, next: next && cursorOf([page.position ?? '', nowMs, next]) }
  })

  const instead = asked('Che cosa ha fatto invece chi si è fermato a un passo di un funnel', insteadView, {
    body: funnelInstead,
  })
  app.post('/api/admin/funnels/instead', { schema: instead, onRequest, ...inTurn }, request => {
    const { step, ...definition } = request.body
    return ask(request, 'funnelInstead', { definition, nowMs: Date.now(), step })
  })

  const summary = 'I tipi di evento del registro, con i campi e i loro valori più frequenti'
  const fields = asked(summary, funnelFields, { querystring: z.strictObject({}) })
  app.get('/api/admin/funnels/fields', { schema: fields, onRequest }, request =>
    ask(request, 'funnelFields', {}),
  )
}
