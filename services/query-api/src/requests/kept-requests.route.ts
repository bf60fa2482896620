import { keepMonths } from '@tba/events/requests/commands.ts'
import { requestSettings } from '@tba/events/requests/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { lostRequests, readLinks } from '@tba/runtime/postgres/person-links.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'

/** How long lost requests are kept, and how many would be erased today with that or with the months of the question. */
export function keptRequestsRoute(app: App, { pool, one, onRequest }: Reads) {
  const schema = {
    tags: ['requests'],
    summary: 'Per quanti mesi restano le richieste perse, e quante se ne cancellerebbero oggi',
    querystring: z.strictObject({
      keepMonths: z.coerce.number('Numero di mesi non valido').pipe(keepMonths).optional(),
    }),
    response: { 200: requestSettings },
  }
  app.get('/api/admin/settings/requests', { schema, onRequest }, async request => {
    const asked = request.query.keepMonths ?? null
    const months = sql.fragment`chosen.months`
    return one(sql.type(requestSettings)`
      select chosen."keepMonths", case when chosen.months = 0 then 0 else (
        select count(*)::int from ${lostRequests(months, await readLinks(pool))}) end as "wouldErase"
      from read.admin_sessions s
      left join read.request_settings held on held.name = 'requests'
      cross join lateral (
        select coalesce(held."keepMonths", 0) as "keepMonths",
          coalesce(${asked}::int, held."keepMonths", 0) as months) chosen
      where ${isOpenToAdmin(adminOf(request))}`)
  })
}
