import { type ActivityType, activityType } from '@tba/events/accounts/activity.ts'
import { accountOf, idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Handlers, Projection } from '../engine/projection.ts'

type ActivityRow = { accountId: string; type: ActivityType; at: string; position: string }

const rows = table<ActivityRow>('activity', 'position')

function done(event: EventOf<ActivityType>): Change[] {
  const { type, recordedAt, position } = event
  const accountId = accountOf(event)
  return accountId === null ? [] : [rows.put({ accountId, type, at: recordedAt, position })]
}

export const activity: Projection = {
  name: 'activity',
  version: 2,
  sql: new URL('./activity.sql', import.meta.url),
  tables: [rows],
  on: {
    ...(Object.fromEntries(activityType.options.map(type => [type, done])) as Handlers),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
