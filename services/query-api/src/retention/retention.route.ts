import { eventType } from '@tba/events/fields.ts'
import { filteredQuery } from '@tba/events/filters/filter.ts'
import { asOf, unitKind } from '@tba/events/funnels/definition.ts'
import { unitsPage } from '@tba/events/funnels/views.ts'
import { emptyPeriod, isPeriod } from '@tba/events/period.ts'
import { retentionDefinition, retentionUnits } from '@tba/events/retention/definition.ts'
import { retentionResult, retentionView } from '@tba/events/retention/views.ts'
import { weekFrom } from '@tba/events/rome-day.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import {
  type CopyRouteDeps,
  copyRoute,
  timedUnitsKey,
  unitsKey,
  valueOfBreakdown,
  withBounds,
  withCursor,
} from '../analytics/copy-route.ts'
import { keyIn, keyset } from '../console/keyset.ts'
import { period } from '../console/querystring.ts'
import { findRetention, findRetentionCustomers, findRetentionUnits, runRetention } from './find-retention.ts'

const tableQuery = {
  by: unitKind.default('customer'),
  /** The type of the first event that puts a customer into the cohort of its week. */
  cohort: eventType('Evento d’ingresso richiesto').default('AccountRegistered'),
  /** The action to count. */
  action: eventType('Azione richiesta'),
  unit: z.literal('week', 'Si conta per settimana: unit=week').default('week'),
  ...period,
  asOf,
  ...filteredQuery,
}
const noWeek = 'Settimana non valida'
const customersQuery = {
  ...tableQuery,
  ...keyset,
  /** The first day of the cohort's week. */
  monday: z.iso.date('Lunedì richiesto').refine(day => weekFrom(day) !== null, 'Non è un lunedì'),
  /** How many weeks later; the whole cohort if absent. */
  week: z.coerce.number(noWeek).int(noWeek).min(0, noWeek).max(100_000, noWeek).optional(),
}

/** Retention: of those who entered in each day, week or month, how many returned in later ones, and who they are. */
export function retentionRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)

  const counted = 'Chi entra in ogni giorno, settimana o mese, e quanti tornano in quelli dopo'
  const run = describe(counted, retentionResult, { body: retentionDefinition })
  app.post('/api/admin/retention/run', { schema: run, ...guarded }, request =>
    ask(request, runRetention, { definition: request.body, nowMs: Date.now() }),
  )

  const units = describe('Le unità di una casella, tante quante ne conta', unitsPage, {
    body: retentionUnits,
  })
  app.post('/api/admin/retention/units', { schema: units, ...guarded }, async request => {
    const { at, cursor, limit, ...definition } = request.body
    const [asOf = definition.asOf, after = null, nowMs = Date.now()] = keyIn(cursor, timedUnitsKey) ?? []
    if (at.value !== undefined && definition.breakdown === undefined)
      throw new HttpFailure(400, valueOfBreakdown)
    const of = { ...definition, asOf }
    return withCursor(await ask(request, findRetentionUnits, { definition: of, nowMs, at, after, limit }), [
      nowMs,
    ])
  })

  const summary = 'I clienti di ogni settimana, e quanti tornano in quelle dopo'
  const table = describe(summary, retentionView, {
    querystring: z.strictObject(tableQuery).refine(isPeriod, emptyPeriod),
  })
  app.get('/api/admin/retention', { schema: table, ...guarded }, request =>
    ask(request, findRetention, { ...withBounds(request.query), nowMs: Date.now() }),
  )

  const cell = describe('I clienti di una casella, tanti quanti ne conta', unitsPage, {
    querystring: z.strictObject(customersQuery).refine(isPeriod, emptyPeriod),
  })
  app.get('/api/admin/retention/customers', { schema: cell, ...guarded }, async request => {
    const { monday, week: weeksLater, cursor, ...query } = request.query
    const [asOf = query.asOf, after = null] = keyIn(cursor, unitsKey) ?? []
    const counted = { ...withBounds({ ...query, asOf }), week: weekFrom(monday) ?? 0, weeksLater }
    return withCursor(await ask(request, findRetentionCustomers, { ...counted, nowMs: Date.now(), after }))
  })
}
