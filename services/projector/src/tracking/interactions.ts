import type { Json } from '@tba/event-store/port.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'

type InteractionRow = {
  id: string
  sessionId: string
  eventType: string
  elementId: string | null
  elementText: string | null
  page: string
  userAgent: string | null
  ipAddress: string | null
  referrer: string | null
  additionalData: Json
  createdAt: string
  position: string
}

/** What an interaction takes from its visit. */
type Origin = Pick<InteractionRow, 'userAgent' | 'ipAddress' | 'referrer'>

export const interactions = table<InteractionRow>('site_interactions', 'position')

export function interacted(event: EventOf<'InteractionTracked'>, visit: Origin): Change {
  const { id, stream, data, position, recordedAt } = event
  return interactions.put({
    id,
    sessionId: idOf(stream),
    eventType: data.eventType,
    elementId: data.elementId,
    elementText: data.elementText,
    page: data.page,
    userAgent: data.userAgent ?? visit.userAgent,
    ipAddress: visit.ipAddress,
    referrer: data.referrer ?? visit.referrer,
    additionalData: data.additionalData,
    createdAt: recordedAt,
    position,
  })
}
