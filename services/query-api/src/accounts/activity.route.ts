import { activity } from '@tba/events/accounts/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'

const row = z.union([activity.element.extend({ at: timestamp }), z.object({ type: z.null() })])

/** What the caller did, newest first, by the log's order. */
export function activityRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['accounts'],
    summary: 'Le ultime 50 azioni del cliente, dalla più recente',
    response: { 200: activity },
  }

  app.get('/api/user/activity', { schema, onRequest }, async request => {
    const { sid, sub } = customerOf(request)
    const rows = await pool.any(sql.prepared('activity', row)`
      select a.type, a.at
      from read.sessions s
      left join lateral (
        select type, at, position from read.activity
        where "accountId" = s."accountId"
        order by position desc limit 50
      ) a on true
      where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()
      order by a.position desc`)
    if (rows.length === 0) throw unauthorized()
    return rows.filter(found => found.type !== null)
  })
}
