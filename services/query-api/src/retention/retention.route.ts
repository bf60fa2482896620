import { eventTypes } from '@tba/events/funnels/fields.ts'
import { retentionCustomers, retentionView } from '@tba/events/retention/views.ts'
import { weekFrom } from '@tba/events/rome-week.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { type Counts, counted, counting } from '../funnels/counting.ts'
import { cursorOf, keyIn, keyset } from '../keyset.ts'
import { asOf, emptyPeriod, isPeriod, period } from '../paths/querystring.ts'

const eventType = (missing: string) =>
  z.string(missing).refine(type => eventTypes.includes(type), {
    error: ({ input }) => `Tipo di evento sconosciuto: ${String(input).slice(0, 100)}`,
  })

const asked = {
  /** By their first event of this type customers enter the cohort of its week. */
  cohort: eventType('Evento d’ingresso richiesto').default('AccountRegistered'),
  /** What they are counted for. */
  action: eventType('Azione richiesta'),
  unit: z.literal('week', 'Si conta per settimana: unit=week').default('week'),
  ...period,
  asOf,
}
const noWeek = 'Settimana non valida'
const retention = z.strictObject(asked).refine(isPeriod, emptyPeriod)
const customers = z
  .strictObject({
    ...asked,
    ...keyset,
    /** On which the cohort's week begins. */
    monday: z.iso.date('Lunedì richiesto').refine(day => weekFrom(day) !== null, 'Non è un lunedì'),
    /** How many weeks later; all of the cohort where it is left out. */
    week: z.coerce.number(noWeek).int(noWeek).min(0, noWeek).max(100_000, noWeek).optional(),
  })
  .refine(isPeriod, emptyPeriod)

/** The position that all pages are of, and where the one before ended. */
const cursorKey = z.tuple([z.string(), z.tuple([z.string(), z.string()])])

/** Of the customers of each week, how many came back in those that followed, and who they are. */
export function retentionRoute(app: App, { pool, onRequest, copy }: Counts) {
  const table = counted('I clienti di ogni settimana, e quanti tornano in quelle dopo', retentionView, {
    querystring: retention,
  })
  app.get('/api/admin/retention', { schema: table, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('retention', askedBy(request.query), { request })
  })

  const cell = counted('I clienti di una casella, tanti quanti ne conta', retentionCustomers, {
    querystring: customers,
  })
  app.get('/api/admin/retention/customers', { schema: cell, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    const { monday, week, cursor, limit, ...query } = request.query
    const [asOf = query.asOf, behind = null] = keyIn(cursor, cursorKey) ?? []
    const page = { week: weekFrom(monday) ?? 0, after: week ?? null, behind, limit }
    const { next, ...found } = await copy.ask(
      'retentionCustomers',
      { ...askedBy({ ...query, asOf }), ...page },
      { request },
    )
    return { ...found, next: next && cursorOf([found.position ?? '', next]) }
  })
}

function askedBy({ from, to, unit: _, ...query }: z.output<typeof retention>) {
  const [fromMs, toMs] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  return { ...query, fromMs, toMs, nowMs: Date.now() }
}
