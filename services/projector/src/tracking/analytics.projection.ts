import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
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

/** Tracked events name a customer by the number of the account. */
const numbers = table<{ accountId: string; userId: number }>('account_numbers', 'accountId')
/** Of accounts that were erased: tracking learns of an erasure a moment later. */
const erased = table<{ number: number }>('erased_numbers', 'number')
const rows = table<AnalyticsRow>('analytics_events', 'position')

/** Takes the number off again, where its account was erased before. */
function nameless(userId: number): Change {
  return erased.fold(
    userId,
    // Another row with the same in it: only a change has consequences. To count here would outlast the visit.
    row => row && { ...row },
    before => (before ? [rows.clear('userId', userId)] : []),
  )
}

export const analytics: Projection = {
  name: 'analytics',
  version: 3,
  sql: new URL('./analytics.sql', import.meta.url),
  tables: [numbers, erased, rows],
  on: {
    AccountRegistered: ({ stream, data }) => numbers.put({ accountId: idOf(stream), userId: data.userId }),
    AnalyticsEventTracked({ id, stream, data, position, recordedAt }) {
      const row = rows.put({ ...data, id, sessionId: idOf(stream), createdAt: recordedAt, position })
      return data.userId === null ? row : [row, nameless(data.userId)]
    },
    // What was tracked stays, as a visitor's whom nobody can name.
    AccountErased: ({ stream }) =>
      numbers.fold(
        idOf(stream),
        () => null,
        before =>
          before ? [erased.put({ number: before.userId }), rows.clear('userId', before.userId)] : [],
      ),
    VisitsExpired: ({ data }) => data.visits.map(visit => rows.erase('sessionId', visit)),
  },
}
