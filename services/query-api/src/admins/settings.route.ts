import { settings } from '@tba/events/admins/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import type { Reads } from '../deps.ts'

/** The empty text stands for none. */
export function settingsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Le impostazioni della console',
    response: { 200: settings },
  }

  app.get('/api/admin/settings', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const found = await pool.maybeOne(sql.prepared('settings', settings)`
      select coalesce(held."measurementId", '') as "measurementId"
      from read.admin_sessions s
      left join read.settings held on held.name = 'analytics'
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()`)
    if (!found) throw unauthorized()
    return found
  })
}
