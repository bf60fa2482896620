import { openSessions } from '@tba/events/accounts/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import type { Reads } from '../deps.ts'
import { isOpenToCustomer } from '../open-session.ts'

const row = openSessions.element

/** A customer's own program may open them by the thousand; all but one are closed by one call, seen or not. */
const shownAtMost = 100

/** The open sessions of the caller, newest first, theirs among them. 401 where the caller's own is not among them. */
export function sessionsRoute(app: App, { some, onRequest }: Reads) {
  const schema = {
    tags: ['accounts'],
    summary: 'Le sessioni aperte del cliente, dalla più recente',
    response: { 200: openSessions },
  }

  app.get('/api/user/sessions', { schema, onRequest }, async request => {
    const rows = await some(sql.prepared('sessions', row)`
      select held.sid as id, held.sess ->> 'device' as device, held.sess ->> 'address' as address,
        held.sess ->> 'openedAt' as "openedAt", held.sid = s.sid as current
      from read.sessions s
      join read.sessions held on held."accountId" = s."accountId" and held.expire > now()
      where ${isOpenToCustomer(customerOf(request))}
      order by held.sid = s.sid desc, held.sess ->> 'openedAt' desc
      limit ${shownAtMost}`)
    return rows.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))
  })
}
