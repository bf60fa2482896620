import { savedView, savedViews } from '@tba/events/views/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'
import { keyIn, keyset, pageOf, positionKey } from '../keyset.ts'

const row = z.union([
  savedView.extend({ savedAt: timestamp, position: z.string() }),
  // The session is open, and no view follows.
  z.object({ id: z.null() }),
])

/** What was saved last comes first. */
export function savedViewsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Le viste della cronologia che gli amministratori hanno salvato',
    querystring: z.strictObject(keyset),
    response: { 200: savedViews },
  }

  app.get('/api/admin/views', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const { limit, cursor } = request.query
    const [before = null] = keyIn(cursor, positionKey) ?? []
    const found = await pool.any(sql.prepared('saved-views', row)`
      select v.id, v.name, v.filters, v."savedBy", v."savedAt", v.position
      from read.admin_sessions s
      left join lateral (
        select * from read.history_views
        where ${before}::text is null or position < ${before}::text collate "C"
        order by position desc limit ${limit + 1}
      ) v on true
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()
      order by v.position desc`)
    if (found.length === 0) throw unauthorized()
    const views = found.filter(view => view.id !== null)
    const { rows, next } = pageOf(views, limit, ({ position }) => [position])
    return { views: rows.map(({ position: _, ...view }) => view), next }
  })
}
