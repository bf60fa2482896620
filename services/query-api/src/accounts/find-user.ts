import { user } from '@tba/events/accounts/views.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import { type DatabasePool, sql } from 'slonik'
import { timestamp } from '../column.ts'

const row = user.extend({ createdAt: timestamp, updatedAt: timestamp })

/** The caller, while their session is open; null for an erased person, whose row has no address any more. */
export function findUser(pool: DatabasePool, { sid, sub }: CustomerClaims) {
  return pool.maybeOne(sql.prepared('current-user', row)`
    select u.id, u.username, u.email, u."firstName", u."lastName", u."profileImageUrl", u.phone, u.bio, u.website,
      u."linkedinUrl", u."twitterUrl", u."facebookUrl", u."instagramUrl", u."telegramUrl", u."whatsappNumber",
      u.country, u.timezone, u."createdAt", u."updatedAt"
    from read.sessions s
    join read.users u on u."accountId" = s."accountId" and u.email is not null
    where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()`)
}
