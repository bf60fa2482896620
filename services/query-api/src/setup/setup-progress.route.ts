import { progress } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'

const row = z.discriminatedUnion('hasPlan', [
  progress.extend({
    hasPlan: z.literal(true),
    completedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
  z.object({ hasPlan: z.literal(false) }),
])

export function setupProgressRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['setup'],
    summary: 'A che punto è la configurazione; null senza un piano',
    response: { 200: progress.nullable() },
  }
  app.get('/api/user/progress', { schema, onRequest }, async request => {
    const { sid, sub } = customerOf(request)
    const found = await pool.maybeOne(sql.prepared('setup-progress', row)`
      select p."accountId" is not null as "hasPlan", p.plan, p.deposit, p.step1_broker_account, p.step1_broker_link,
        p.step2_mt4_authenticated, p.step2_axi_connected, p.step2_license_key, p.step3_security_verified,
        p.step3_screenshots, p."completedAt", p."createdAt", p."updatedAt"
      from read.sessions s
      left join read.user_progress p on p."accountId" = s."accountId"
      where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()`)
    if (!found) throw unauthorized()
    return found.hasPlan ? found : null
  })
}
