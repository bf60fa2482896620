import { activity } from '@tba/events/accounts/activity.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { isoUtc, jsonList } from '../column.ts'
import type { Reads } from '../deps.ts'
import { ownDataRoute } from '../own-data.ts'

/** What the caller did, newest first, by the log's order. The file that they take along has all of it. */
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
