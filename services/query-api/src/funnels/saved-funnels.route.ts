import { savedFunnel, savedFunnels } from '@tba/events/funnels/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'
import { keyIn, keyset, pageOf, positionKey } from '../keyset.ts'

const row = z.union([
  savedFunnel.extend({ savedAt: timestamp, position: z.string() }),
  // The session is open, and no funnel follows.
  z.object({ id: z.null() }),
])

/** What was saved last comes first. */
export function savedFunnelsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'I funnel che gli amministratori hanno salvato',
    querystring: z.strictObject(keyset),
    response: { 200: savedFunnels },
  }

  app.get('/api/admin/funnels', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const { limit, cursor } = request.query
    const [before = null] = keyIn(cursor, positionKey) ?? []
    const found = await pool.any(sql.prepared('saved-funnels', row)`
      select f.id, f.name, f.definition, f."savedBy", f."savedAt", f.position
      from read.admin_sessions s
      left join lateral (
        select * from read.funnels
        where ${before}::text is null or position < ${before}::text collate "C"
        order by position desc limit ${limit + 1}
      ) f on true
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()
      order by f.position desc`)
    if (found.length === 0) throw unauthorized()
    const funnels = found.filter(funnel => funnel.id !== null)
    const { rows, next } = pageOf(funnels, limit, ({ position }) => [position])
    return { funnels: rows.map(({ position: _, ...funnel }) => funnel), next }
  })
}
