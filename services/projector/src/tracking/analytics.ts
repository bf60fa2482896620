import { packed } from '@tba/event-store/packed-position.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'
import { add } from './counts.ts'
import { keyOf, visitKey, visitKeyOf } from './keys.ts'
import { analyticsKinds } from './kinds.ts'

type AnalyticsRow = {
  position: string
  id: string
  visit: string
  kind: string
  createdAt: string
  eventValue: number | null
  userId: number | null
}

/** Tracked events name a customer by the number of the account. */
export const numbers = table<{ accountId: string; userId: number }>('account_numbers', 'accountId')
/** Of accounts that were erased: tracking learns of an erasure a moment later. */
export const erased = table<{ number: number }>('erased_numbers', 'number')
export const analytics = table<AnalyticsRow>('tracked_analytics', 'position')

export function measured(event: EventOf<'AnalyticsEventTracked'>): Change[] {
  const { eventName, eventCategory, eventLabel, page, eventValue, userId } = event.data
  const kind = keyOf(eventName, eventCategory, eventLabel, page)
  const row = analytics.put({
    position: packed(event.position),
    id: event.id,
    visit: visitKeyOf(event),
    kind,
    createdAt: event.recordedAt,
    eventValue,
    userId,
  })
  const said = analyticsKinds.use(kind, { eventName, eventCategory, eventLabel, page })
  return [row, said, add('analytics'), ...(userId === null ? [] : [nameless(userId)])]
}

/** Takes the number off again, where its account was erased before. */
function nameless(userId: number): Change {
  return erased.fold(
    userId,
    // Another row with the same in it: only a change has consequences. To count here would outlast the visit.
    row => row && { ...row },
    before => (before ? [analytics.clear('userId', userId)] : []),
  )
}

export function numbered({ stream, data }: EventOf<'AccountRegistered'>): Change {
  return numbers.put({ accountId: idOf(stream), userId: data.userId })
}

/** What was tracked stays, as a visitor's whom nobody can name. */
export function anonymised({ stream }: EventOf<'AccountErased'>): Change {
  return numbers.fold(
    idOf(stream),
    () => null,
    before =>
      before ? [erased.put({ number: before.userId }), analytics.clear('userId', before.userId)] : [],
  )
}

export function analyticsExpired(visit: string): Change {
  return analytics.drop('visit', visitKey(visit), ({ kind }) => [
    analyticsKinds.leave(kind),
    add('analytics', -1),
  ])
}
