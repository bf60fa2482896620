import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type AnalyticsRow = {
  id: string
  eventName: string
  eventCategory: string | null
  eventLabel: string | null
  eventValue: number | null
  page: string
  sessionId: string
  userId: number | null
  createdAt: string
  position: string
}

const rows = table<AnalyticsRow>('analytics_events', 'position')

export const analytics: Projection = {
  name: 'analytics',
  version: 1,
  sql: new URL('./analytics.sql', import.meta.url),
  tables: [rows],
  on: {
    AnalyticsEventTracked: ({ id, stream, data, position, recordedAt }) =>
      rows.put({ ...data, id, sessionId: idOf(stream), createdAt: recordedAt, position }),
  },
}
