import { settings } from '@tba/events/admins/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import type { Reads } from '../deps.ts'
import { isOpenToAdmin } from '../open-session.ts'

/** The empty text stands for none. */
export function settingsRoute(app: App, { one, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Le impostazioni della console',
    response: { 200: settings },
  }

  app.get('/api/admin/settings', { schema, onRequest }, async request => {
    const found = await one(sql.prepared('settings', settings)`
      select coalesce(held."measurementId", '') as "measurementId"
      from read.admin_sessions s
      left join read.settings held on held.name = 'analytics'
      where ${isOpenToAdmin(adminOf(request))}`)
    return found
  })
}
