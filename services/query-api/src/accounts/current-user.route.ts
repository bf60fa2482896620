import { user } from '@tba/events/accounts/views.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'

const row = user.extend({ createdAt: timestamp, updatedAt: timestamp })

/** An erased person is nobody: without their key there is no address to show. */
export function currentUserRoute(app: App, { pool, onRequest }: Reads) {
  app.get('/api/auth/user', { schema: { response: { 200: user } }, onRequest }, async request => {
    const { sid, sub } = customerOf(request)
    const found = await pool.maybeOne(sql.prepared('current-user', row)`
      select u.id, u.username, u.email, u."firstName", u."lastName", u."profileImageUrl", u.phone, u.bio, u.website,
        u."linkedinUrl", u."twitterUrl", u."facebookUrl", u."instagramUrl", u."telegramUrl", u."whatsappNumber",
        u.country, u.timezone, u."createdAt", u."updatedAt"
      from read.sessions s
      join read.users u on u."accountId" = s."accountId" and u.email is not null
      where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()`)
    if (!found) throw unauthorized()
    return found
  })
}
