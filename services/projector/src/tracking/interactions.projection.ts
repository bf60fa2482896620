import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type OriginRow = {
  sessionId: string
  userAgent: string | null
  ipAddress: string | null
  referrer: string | null
}

type InteractionRow = {
  id: string
  sessionId: string
  eventType: string
  elementId: string | null
  elementText: string | null
  page: string
  additionalData: Record<string, string | number | boolean | null> | null
  userAgent: string | null
  referrer: string | null
  createdAt: string
  position: string
}

const origins = table<OriginRow>('visit_origins', 'sessionId')
const rows = table<InteractionRow>('interactions', 'position')

export const interactions: Projection = {
  name: 'interactions',
  version: 2,
  sql: new URL('./interactions.sql', import.meta.url),
  tables: [origins, rows],
  views: ['site_interactions'],
  on: {
    VisitStarted: ({ stream, data: { userAgent, address, referrer } }) =>
      origins.put({ sessionId: idOf(stream), userAgent, ipAddress: address, referrer }),
    InteractionTracked({ id, stream, data, position, recordedAt }) {
      const { userAgent = null, referrer = null } = data
      return rows.put({
        ...data,
        userAgent,
        referrer,
        id,
        sessionId: idOf(stream),
        createdAt: recordedAt,
        position,
      })
    },
    VisitsExpired: ({ data }) =>
      data.visits.flatMap(visit => [origins.remove(visit), rows.erase('sessionId', visit)]),
  },
}
