import { savedView, savedViews } from '@tba/events/views/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'
import { keyset, olderThan, pageOf } from '../keyset.ts'
import { assertOpenSession } from '../open-session.ts'

const row = savedView.extend({ savedAt: timestamp, position: z.string() })

/** What was saved last comes first. */
export function savedViewsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Le viste della cronologia che gli amministratori hanno salvato',
    querystring: z.strictObject(keyset),
    response: { 200: savedViews },
  }

  app.get('/api/admin/views', { schema, onRequest }, async request => {
    const { limit, cursor } = request.query
    await assertOpenSession(pool, request)
    const found = await pool.any(sql.prepared('saved-views', row)`
      select id, name, filters, "savedBy", "savedAt", position from read.history_views
      where ${olderThan(cursor)} order by position desc limit ${limit + 1}`)
    const { rows, next } = pageOf(found, limit, ({ position }) => [position])
    return { views: rows, next }
  })
}
