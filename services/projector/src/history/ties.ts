import { packed } from '@tba/event-store/packed-position.ts'
import { accountOf, idOf, streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import type { HandedEvent, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { isUnreadable } from '@tba/runtime/log/unreadable.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'

type SessionRow = { stream: number; account: number }
type TieRow = {
  key: number
  visit: number
  account: number | null
  userId: number | null
  position: string
}

export const accounts = table<{ account: number; accountId: string; userId: number }>(
  'history_accounts',
  'account',
)
export const sessions = table<SessionRow>('history_sessions', 'stream')
export const ties = table<TieRow>('history_ties', 'key')

type By = Pick<TieRow, 'account' | 'userId'>

function tied(visit: number, { account, userId }: By, event: HandedEvent): Change {
  const position = packed(event.position)
  const key = nameKey(account === null ? `${visit} number ${userId}` : `${visit} account ${account}`)
  // A parked stream that is retried comes behind what is later in the log.
  return ties.fold(key, row =>
    row && row.position <= position ? row : { key, visit, account, userId, position },
  )
}

/**
 * What an event says of who the customers are, and which visits are theirs.
 * @param carrier the visit that it names, outside of that one's stream
 */
export function tiesOf(event: HandedEvent, carrier: number | null): Change[] {
  return [...(isUnreadable(event) ? [] : known(event)), ...owned(event, carrier)]
}

function known(event: RecordedEvent): Change[] {
  const { stream, data } = event
  switch (event.type) {
    case 'AccountRegistered': {
      const { userId } = data as EventOf<'AccountRegistered'>['data']
      return [accounts.put({ account: nameKey(stream), accountId: idOf(stream), userId })]
    }
    case 'AnalyticsEventTracked': {
      const { userId } = data as EventOf<'AnalyticsEventTracked'>['data']
      return userId === null ? [] : [tied(nameKey(stream), { account: null, userId }, event)]
    }
    default:
      return []
  }
}

/** An event of a customer's own streams says whose its stream is, where the name does not; and it may name a visit. */
function owned(event: HandedEvent, visit: number | null): Change[] {
  const accountId = accountOf(event)
  if (accountId === null) return []
  const account = nameKey(streams.account(accountId))
  const isNamed = idOf(event.stream) === accountId
  return [
    ...(isNamed ? [] : [sessions.put({ stream: nameKey(event.stream), account })]),
    ...(visit === null ? [] : [tied(visit, { account, userId: null }, event)]),
  ]
}
