import { daily } from '@tba/events/admins/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import type { Reads } from '../deps.ts'
import { isOpenToAdmin } from '../open-session.ts'

/** The last 30 days in Europe/Rome, today included, oldest first; days without events are in it. */
export function dailyRoute(app: App, { some, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Visite, lead e questionari degli ultimi 30 giorni',
    response: { 200: daily },
  }

  app.get('/api/admin/daily', { schema, onRequest }, async request => {
    const rows = await some(sql.prepared('daily', daily.element)`
      select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(visits, 0) as visits, coalesce(leads, 0) as leads,
        coalesce(questionnaires, 0) as questionnaires
      from read.admin_sessions s
      cross join (
        select (now() at time zone 'Europe/Rome')::date - ago as day from generate_series(29, 0, -1) ago
      ) calendar
      left join read.daily_counts counted on counted.day = calendar.day
      where ${isOpenToAdmin(adminOf(request))}
      order by calendar.day`)
    return [...rows]
  })
}
