import { packed } from '@tba/event-store/packed-position.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'
import { add } from './counts.ts'
import { keyOf, visitKey, visitKeyOf } from './keys.ts'
import { interactionKinds } from './kinds.ts'

type InteractionRow = {
  position: string
  id: string
  visit: string
  kind: string
  createdAt: string
  additionalData: string | null
  userAgent: string | null
  referrer: string | null
}

export const interactions = table<InteractionRow>('tracked_interactions', 'position')

export function interacted(event: EventOf<'InteractionTracked'>): Change[] {
  const { eventType, elementId, elementText, page, ...rest } = event.data
  const kind = keyOf(eventType, elementId, elementText, page)
  const row = interactions.put({
    position: packed(event.position),
    id: event.id,
    visit: visitKeyOf(event),
    kind,
    createdAt: event.recordedAt,
    additionalData: rest.additionalData && JSON.stringify(rest.additionalData),
    userAgent: rest.userAgent ?? null,
    referrer: rest.referrer ?? null,
  })
  return [row, interactionKinds.use(kind, { eventType, elementId, elementText, page }), add('interactions')]
}

export function interactionsExpired(visit: string): Change {
  return interactions.drop('visit', visitKey(visit), ({ kind }) => [
    interactionKinds.leave(kind),
    add('interactions', -1),
  ])
}
