import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'

type AnalyticsRow = EventOf<'AnalyticsEventTracked'>['data'] &
  Record<'id' | 'sessionId' | 'createdAt' | 'position', string>

/** Tracked events name a customer by the account's number. */
export const numbers = table<{ accountId: string; userId: number }>('account_numbers', 'accountId')
/** Numbers of erased accounts: tracking learns of an erasure a moment later. */
export const erased = table<{ number: number }>('erased_numbers', 'number')
export const analytics = table<AnalyticsRow>('analytics_events', 'position')

export function measured(event: EventOf<'AnalyticsEventTracked'>): Change[] {
  const { id, stream, data, position, recordedAt } = event
  const row = analytics.put({ ...data, id, sessionId: idOf(stream), createdAt: recordedAt, position })
  return data.userId === null ? [row] : [row, nameless(data.userId)]
}

/** Removes the number if its account was already erased. */
function nameless(userId: number): Change {
  return erased.fold(
    userId,
    // A new row object with the same content: only a change has consequences. A count here would outlast the visit.
    row => row && { ...row },
    before => (before ? [analytics.clear('userId', userId)] : []),
  )
}

export function numbered({ stream, data }: EventOf<'AccountRegistered'>): Change {
  return numbers.put({ accountId: idOf(stream), userId: data.userId })
}

/** Tracked events stay, without the customer's number. */
export function anonymised({ stream }: EventOf<'AccountErased'>): Change {
  return numbers.fold(
    idOf(stream),
    () => null,
    before =>
      before ? [erased.put({ number: before.userId }), analytics.clear('userId', before.userId)] : [],
  )
}
