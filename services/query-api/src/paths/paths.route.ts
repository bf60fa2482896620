import { condition, funnelStep } from '@tba/events/condition.ts'
import { filteredQuery } from '@tba/events/filters/filter.ts'
import { asOf, unitKind } from '@tba/events/funnels/definition.ts'
import { unitsPage } from '@tba/events/funnels/views.ts'
import { pathTree } from '@tba/events/paths/views.ts'
import { emptyPeriod, isPeriod } from '@tba/events/period.ts'
import { sideKinds } from '@tba/events/tracking/interaction-type.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { type CopyRouteDeps, copyRoute, unitsKey, withBounds, withCursor } from '../analytics/copy-route.ts'
import { keyIn, keyset } from '../console/keyset.ts'
import { period } from '../console/querystring.ts'
import { findPaths, findPathVisits } from './find-paths.ts'

const noWhere = 'Condizione non valida: campo:operatore:valore'
const text = z.string(noWhere).min(1, noWhere).max(8_000, noWhere)

/** Repeatable: `field:op:value`, as in `page:contains:/prezzi`, or a JSON list of `{ field, op, value }`. */
const where = z
  .union([text.transform(text => [text]), z.array(text).max(10, 'Al massimo 10 condizioni')], noWhere)
  .default([])
  .transform(parseConditions)
  .pipe(z.array(condition, noWhere))

/** Null if it is invalid JSON. */
function parseConditions(text: readonly string[]): unknown[] | null {
  try {
    return text.flatMap(one => (one.startsWith('[') ? JSON.parse(one) : parseShort(one)))
  } catch {
    return null
  }
}

function parseShort(text: string) {
  const [field, op, ...value] = text.split(':')
  return { field, op, value: value.join(':') }
}

const noEvent = 'Tipo di evento richiesto'
const noDepth = 'Profondità da 1 a 5'
const noKind = 'Passo non valido: consent, scroll, time_on_page o error'
const pathQuery = {
  by: unitKind.default('visit'),
  event: z.string(noEvent).min(1, noEvent),
  where,
  direction: z.enum(['next', 'previous'], 'Direzione non valida: next o previous').default('next'),
  depth: z.coerce.number(noDepth).int(noDepth).min(1, noDepth).max(5, noDepth).default(3),
  ...period,
  asOf,
  ...filteredQuery,
  also: z
    .preprocess(
      sent => (typeof sent === 'string' ? [sent] : sent),
      z.array(z.enum(sideKinds, noKind), noKind).optional(),
    )
    .optional()
    .describe(
      'Ripetibile. Ciò che è un passo solo se lo si chiede: il consenso, lo scorrimento, il tempo sulla pagina',
    ),
}
const visitsQuery = {
  ...pathQuery,
  ...keyset,
  /** The id of the branch; the root if absent. */
  way: z.string('Ramo non valido').max(500, 'Ramo non valido').default(''),
}
type Query = z.output<z.ZodObject<typeof pathQuery>>

/** Reports a type or field that is unknown or sealed. */
function refuseUnknown({ event, where }: Pick<Query, 'event' | 'where'>, context: z.RefinementCtx) {
  const { error } = funnelStep.safeParse({ event, where })
  for (const { message, path } of error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path: path.slice(0, 1) })
}

/** The steps of visits after or before an event, as a tree, and the visits of a branch. */
export function pathsRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)

  const tree = describe('I passi delle visite dopo un evento, o prima, come albero', pathTree, {
    querystring: z.strictObject(pathQuery).superRefine(refuseUnknown).refine(isPeriod, emptyPeriod),
  })
  app.get('/api/admin/paths', { schema: tree, ...guarded }, request =>
    ask(request, findPaths, withBounds(request.query)),
  )

  const branch = describe('Le visite di un ramo, tante quante ne conta', unitsPage, {
    querystring: z.strictObject(visitsQuery).superRefine(refuseUnknown).refine(isPeriod, emptyPeriod),
  })
  app.get('/api/admin/paths/visits', { schema: branch, ...guarded }, async request => {
    const { cursor, ...query } = request.query
    const [asOf = query.asOf, after = null] = keyIn(cursor, unitsKey) ?? []
    return withCursor(await ask(request, findPathVisits, { ...withBounds({ ...query, asOf }), after }))
  })
}
