import { pathTree, pathVisits } from '@tba/events/paths/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import { type Counts, counted, counting, place } from '../funnels/counting.ts'
import { cursorOf, keyIn, keyset } from '../keyset.ts'
import { emptyPeriod, isPeriod, pathQuery, refuseUnknown } from './querystring.ts'

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

/** The position that all pages are of, and where the one before ended. */
const cursorKey = z.tuple([z.string(), place])

/** What visits did behind an event, or before it, and the visits of a branch. */
export function pathsRoute(app: App, { pool, onRequest, copy }: Counts) {
  const tree = counted('I passi delle visite dopo un evento, o prima, come albero', pathTree, {
    querystring: paths,
  })
  app.get('/api/admin/paths', { schema: tree, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    return copy.ask('paths', askedBy(request.query), { request })
  })

  const branch = counted('Le visite di un ramo, tante quante ne conta', pathVisits, { querystring: visits })
  app.get('/api/admin/paths/visits', { schema: branch, onRequest, ...counting }, async request => {
    await assertOpenSession(pool, request)
    const { cursor, ...query } = request.query
    const [asOf = query.asOf, after = null] = keyIn(cursor, cursorKey) ?? []
    const asked = { ...askedBy({ ...query, asOf }), after }
    const { next, ...page } = await copy.ask('pathVisits', asked, { request })
    return { ...page, next: next && cursorOf([page.position ?? '', next]) }
  })
}

const askedBy = <Query extends z.output<typeof paths>>({ from, to, ...query }: Query) => ({
  ...query,
  ...{ fromMs: from ?? Number.NEGATIVE_INFINITY, toMs: to ?? Number.POSITIVE_INFINITY },
})
