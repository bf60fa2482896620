import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'

type AnalyticsRow = EventOf<'AnalyticsEventTracked'>['data'] &
  Record<'id' | 'sessionId' | 'createdAt' | 'position', string>

/** Tracked events name a customer by the number of the account. */
export const numbers = table<{ accountId: string; userId: number }>('account_numbers', 'accountId')
/** Of accounts that were erased: tracking learns of an erasure a moment later. */
export const erased = table<{ number: number }>('erased_numbers', 'number')
export const analytics = table<AnalyticsRow>('analytics_events', 'position')

export function measured(event: EventOf<'AnalyticsEventTracked'>): Change[] {
  const { id, stream, data, position, recordedAt } = event
  const row = analytics.put({ ...data, id, sessionId: idOf(stream), createdAt: recordedAt, position })
  return data.userId === null ? [row] : [row, nameless(data.userId)]
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
