import type { JsonObject } from '@tba/events/json.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'
import { savedBy } from '../views/history-views.projection.ts'

type AlarmRow = {
  id: string
  name: string
  definition: JsonObject
  state: string
  since: string | null
  reason: string | null
  until: string | null
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<AlarmRow>('alarms', 'id')

const saved = (event: EventOf<'AlarmMade' | 'AlarmChanged'>): Change =>
  rows.put({
    ...{ ...savedBy(event), ...event.data, definition: event.data.definition as JsonObject },
    ...{ state: 'unknown', since: null, reason: null, until: null },
  })

/** The alarms and their states. */
export const alarms: Projection = {
  name: 'alarms',
  version: 2,
  sql: new URL('./alarms.sql', import.meta.url),
  tables: [rows],
  on: {
    AlarmMade: saved,
    AlarmChanged: saved,
    AlarmDeleted: ({ stream }) => rows.remove(idOf(stream)),
    AlarmSnoozed: ({ stream, data, recordedAt }) =>
      rows.change(idOf(stream), row => ({
        ...row,
        ...data,
        state: 'paused',
        since: recordedAt,
        reason: null,
      })),
    AlarmJudged: ({ stream, data: { state, at, reason } }) =>
      rows.change(idOf(stream), row => {
        const since = row.state === state && row.since !== null ? row.since : at
        return { ...row, state, since, reason, until: null }
      }),
  },
}
