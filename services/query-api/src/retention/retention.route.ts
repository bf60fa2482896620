import { failure } from '@tba/events/failure.ts'
import { eventTypes } from '@tba/events/funnels/fields.ts'
import { retentionCustomers, retentionView } from '@tba/events/retention/views.ts'
import { weekFrom } from '@tba/events/rome-week.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Counts } from '../funnels/counting.ts'
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

/** The position that all pages are of, and the place that the one before ended with. */
const cursorKey = z.tuple([z.string().max(100), z.string().max(100)])

const responses = { 400: failure, 401: failure, 403: failure, 429: failure, 503: failure }
const config = { walks: true }

/** Of the customers of each week, how many came back in those that followed, and who they are. */
export function retentionRoute(app: App, { pool, onRequest, copy }: Counts) {
  const ofRetention = {
    tags: ['admins'],
    summary: 'I clienti di ogni settimana, e quanti tornano in quelle dopo',
    querystring: retention,
    response: { 200: retentionView, ...responses },
  }
  app.get('/api/admin/retention', { schema: ofRetention, onRequest, config }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('retention', askedBy(request.query), { request })
  })

  const ofCustomers = {
    tags: ['admins'],
    summary: 'I clienti di una casella, tanti quanti ne conta',
    querystring: customers,
    response: { 200: retentionCustomers, ...responses },
  }
  app.get('/api/admin/retention/customers', { schema: ofCustomers, onRequest, config }, async request => {
    await assertOpenSession(pool, request)
    const { monday, week, cursor, limit, ...query } = request.query
    const [position = query.asOf, behind = null] = keyIn(cursor, cursorKey) ?? []
    const cell = { week: weekFrom(monday) ?? 0, after: week ?? null }
    const page = { ...askedBy({ ...query, asOf: position }), ...cell, behind, limit }
    const { next, ...found } = await copy.ask('retentionCustomers', page, { request })
    return { ...found, next: next === null ? null : cursorOf([found.position ?? '', next]) }
  })
}

function askedBy({ from, to, unit: _, ...query }: z.output<typeof retention>) {
  const [fromMs, toMs] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  return { ...query, fromMs, toMs, nowMs: Date.now() }
}
