import { activity } from '@tba/events/accounts/activity.ts'
import { openSessions } from '@tba/events/accounts/views.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { isoUtc, jsonList } from '../reads/column.ts'
import { isOpenToCustomer, type Reads } from '../reads/open-session.ts'
import { ownDataRoute } from '../reads/own-data.ts'

const row = openSessions.element

/** A customer’s script may open thousands. One call closes all except the current one, listed or not. */
const maxShown = 100

/** The open sessions of the caller, newest first. Their own is always one of them; otherwise 401. */
export function sessionsRoute(app: App, { some, onRequest }: Reads) {
  const schema = operation('accounts', 'Le sessioni aperte del cliente, dalla più recente', {
    response: { 200: openSessions },
  })

  app.get('/api/user/sessions', { schema, onRequest }, async request => {
    const rows = await some(sql.prepared('sessions', row)`
      select held.sid as id, held.sess ->> 'device' as device, held.sess ->> 'address' as address,
        held.sess ->> 'openedAt' as "openedAt", held.sid = s.sid as current
      from read.sessions s
      join read.sessions held on held."accountId" = s."accountId" and held.expire > now()
      where ${isOpenToCustomer(customerOf(request))}
      order by held.sid = s.sid desc, held.sess ->> 'openedAt' desc
      limit ${maxShown}`)
    return rows.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))
  })
}

/** The caller’s activity, newest first in log order. The export of personal data has all of it. */
export function activityRoute(app: App, reads: Reads) {
  ownDataRoute(app, reads, {
    url: '/api/user/activity',
    tag: 'accounts',
    summary: 'Le ultime 50 azioni del cliente, dalla più recente',
    projection: 'activity',
    view: activity,
    held: accountId =>
      jsonList(sql.fragment`
        select type, ${isoUtc('at')} from read.activity
        where "accountId" = ${accountId} order by position desc limit 50`),
  })
}
