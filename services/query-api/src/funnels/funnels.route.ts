import { funnelDefinition, funnelInstead, funnelUnits } from '@tba/events/funnels/definition.ts'
import { funnelFields, funnelResult, funnelUnitsPage, insteadView } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import {
  type CopyRouteDeps,
  copyRoute,
  timedUnitsKey,
  valueOfBreakdown,
  withCursor,
} from '../analytics/copy-route.ts'
import { keyIn } from '../console/keyset.ts'
import { findFields } from './find-fields.ts'
import { findInstead, findUnits } from './find-units.ts'
import { runFunnel } from './run-funnel.ts'

/** Funnels that are not saved: their counts, their units, and the next actions of those who stopped. */
export function funnelsRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)

  const run = describe('Il conteggio di un funnel, passo per passo', funnelResult, { body: funnelDefinition })
  app.post('/api/admin/funnels/run', { schema: run, ...guarded }, request =>
    ask(request, runFunnel, { definition: request.body, nowMs: Date.now() }),
  )

  const units = describe('Le visite o i clienti che una barra di un funnel conta', funnelUnitsPage, {
    body: funnelUnits,
  })
  app.post('/api/admin/funnels/visits', { schema: units, ...guarded }, async request => {
    const { step, outcome, value, compared, cursor, limit, ...definition } = request.body
    if (value !== undefined && definition.breakdown === undefined)
      throw new HttpFailure(400, valueOfBreakdown)
    const [asOf = definition.asOf, after = null, nowMs = Date.now()] = keyIn(cursor, timedUnitsKey) ?? []
    const page = await ask(request, findUnits, {
      definition: { ...definition, asOf },
      nowMs,
      after,
      limit,
      bar: { step, outcome, value, compared },
    })
    return withCursor(page, [nowMs])
  })

  const insteadOf = 'Che cosa ha fatto invece chi si è fermato a un passo di un funnel'
  const instead = describe(insteadOf, insteadView, { body: funnelInstead })
  app.post('/api/admin/funnels/instead', { schema: instead, ...guarded }, request => {
    const { step, also, ...definition } = request.body
    return ask(request, findInstead, { definition, nowMs: Date.now(), step, also })
  })

  const summary = 'I tipi di evento del registro, con i campi e i loro valori più frequenti'
  const fields = describe(summary, funnelFields, { querystring: z.strictObject({}) })
  app.get('/api/admin/funnels/fields', { schema: fields, ...guarded }, request =>
    ask(request, findFields, {}),
  )
}
