import { daily } from '@tba/events/admins/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import type { Reads } from '../deps.ts'

/** The last 30 days in Europe/Rome, today included, oldest first; days without events are in it. */
export function dailyRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'Visite, lead e questionari degli ultimi 30 giorni',
    response: { 200: daily },
  }

  app.get('/api/admin/daily', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const rows = await pool.any(sql.prepared('daily', daily.element)`
      select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(visits, 0) as visits, coalesce(leads, 0) as leads,
        coalesce(questionnaires, 0) as questionnaires
      from read.admin_sessions s
      cross join (
        select (now() at time zone 'Europe/Rome')::date - ago as day from generate_series(29, 0, -1) ago
      ) calendar
      left join read.daily_counts counted on counted.day = calendar.day
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()
      order by calendar.day`)
    if (rows.length === 0) throw unauthorized()
    return [...rows]
  })
}
