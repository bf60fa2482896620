import { credentials } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'

const row = z.union([credentials.extend({ createdAt: timestamp }), z.object({ id: z.null() })])

/** Oldest first, by the log's order. The password is in no table. */
export function credentialsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['setup'],
    summary: 'Le credenziali salvate, senza le password',
    response: { 200: z.array(credentials) },
  }
  app.get('/api/user/mt4-credentials', { schema, onRequest }, async request => {
    const { sid, sub } = customerOf(request)
    const rows = await pool.any(sql.prepared('credentials', row)`
      select c.id, c.platform, c.server, c."loginNumber", c."createdAt"
      from read.sessions s
      left join read.mt4_credentials c on c."accountId" = s."accountId" and c."loginNumber" is not null
      where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()
      order by c."position" collate "C"`)
    if (rows.length === 0) throw unauthorized()
    return rows.filter(found => found.id !== null)
  })
}
