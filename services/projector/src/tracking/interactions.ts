import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'

/** What an interaction takes from its visit. */
type Origin = Record<'userAgent' | 'ipAddress' | 'referrer', string | null>
type InteractionRow = Omit<EventOf<'InteractionTracked'>['data'], keyof Origin> &
  Origin &
  Record<'id' | 'sessionId' | 'createdAt' | 'position', string>

export const interactions = table<InteractionRow>('site_interactions', 'position')

export function interacted(event: EventOf<'InteractionTracked'>, visit: Origin): Change {
  const { id, stream, data, position, recordedAt } = event
  return interactions.put({
    ...data,
    id,
    sessionId: idOf(stream),
    userAgent: data.userAgent ?? visit.userAgent,
    ipAddress: visit.ipAddress,
    referrer: data.referrer ?? visit.referrer,
    createdAt: recordedAt,
    position,
  })
}
