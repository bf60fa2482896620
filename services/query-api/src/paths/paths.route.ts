import { failure } from '@tba/events/failure.ts'
import { pathTree, pathVisits } from '@tba/events/paths/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Counts } from '../funnels/counting.ts'
import { cursorOf, keyIn, keyset } from '../keyset.ts'
import { emptyPeriod, isPeriod, pathQuery, refuseUnknown } from './querystring.ts'
import { branchesOf } from './way-key.ts'

const paths = z.strictObject(pathQuery).superRefine(refuseUnknown).refine(isPeriod, emptyPeriod)
const visits = z
  .strictObject({
    ...pathQuery,
    ...keyset,
    /** As the branch has it; the root where it is left out. */
    way: z.string('Ramo non valido').max(500, 'Ramo non valido').default(''),
  })
  .superRefine(refuseUnknown)
  .refine(isPeriod, emptyPeriod)

/** The position that all pages are of, and the place that the one before ended with. */
const cursorKey = z.tuple([z.string().max(100), z.string().max(100)])

const responses = { 400: failure, 401: failure, 403: failure, 429: failure, 503: failure }
const config = { walks: true }

/** What visits did behind an event, or before it, and the visits of a branch. */
export function pathsRoute(app: App, { pool, onRequest, copy }: Counts) {
  const ofPaths = {
    tags: ['admins'],
    summary: 'I passi delle visite dopo un evento, o prima, come albero',
    querystring: paths,
    response: { 200: pathTree, ...responses },
  }
  app.get('/api/admin/paths', { schema: ofPaths, onRequest, config }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('paths', askedBy(request.query), { request })
  })

  const ofVisits = {
    tags: ['admins'],
    summary: 'Le visite di un ramo, tante quante ne conta',
    querystring: visits,
    response: { 200: pathVisits, ...responses },
  }
  app.get('/api/admin/paths/visits', { schema: ofVisits, onRequest, config }, async request => {
    await assertOpenSession(pool, request)
    const { way, cursor, limit, ...query } = request.query
    const [asOf = query.asOf, after = null] = keyIn(cursor, cursorKey) ?? []
    const asked = { ...askedBy({ ...query, asOf }), way: branchesOf(way), after, limit }
    const { next, ...page } = await copy.ask('pathVisits', asked, { request })
    return { ...page, next: next === null ? null : cursorOf([page.position ?? '', next]) }
  })
}

function askedBy({ from, to, ...query }: z.output<typeof paths>) {
  return { ...query, fromMs: from ?? Number.NEGATIVE_INFINITY, toMs: to ?? Number.POSITIVE_INFINITY }
}
