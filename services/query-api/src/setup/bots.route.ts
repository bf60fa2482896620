import { bot } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'

const row = z.union([bot.extend({ createdAt: timestamp, updatedAt: timestamp }), z.object({ id: z.null() })])

/** Oldest first, by the log's order. */
export function botsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['setup'],
    summary: 'I bot attivati, dal più vecchio',
    response: { 200: z.array(bot) },
  }
  app.get('/api/user/bots', { schema, onRequest }, async request => {
    const { sid, sub } = customerOf(request)
    const rows = await pool.any(sql.prepared('bots', row)`
      select b.id, b."botType", b."strategyName", b.status, b."allocatedAmount", b."profitToday", b."totalProfit",
        b."tradesCount", b."successRate", b."createdAt", b."updatedAt"
      from read.sessions s
      left join read.active_bots b on b."accountId" = s."accountId"
      where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()
      order by b."position" collate "C"`)
    if (rows.length === 0) throw unauthorized()
    return rows.filter(found => found.id !== null)
  })
}
