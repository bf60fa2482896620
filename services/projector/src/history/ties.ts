import { packed } from '@tba/event-store/packed-position.ts'
import { idOf, streams } from '@tba/events/streams.ts'
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
  return [...(isUnreadable(event) ? [] : known(event)), ...(carrier === null ? [] : named(event, carrier))]
}

function known(event: RecordedEvent): Change[] {
  const { stream, data } = event
  switch (event.type) {
    case 'AccountRegistered': {
      const { userId } = data as EventOf<'AccountRegistered'>['data']
      return [accounts.put({ account: nameKey(stream), accountId: idOf(stream), userId })]
    }
    case 'SessionOpened': {
      const { accountId } = data as EventOf<'SessionOpened'>['data']
      return [sessions.put({ stream: nameKey(stream), account: nameKey(streams.account(accountId)) })]
    }
    case 'AnalyticsEventTracked': {
      const { userId } = data as EventOf<'AnalyticsEventTracked'>['data']
      return userId === null ? [] : [tied(nameKey(stream), { account: null, userId }, event)]
    }
    default:
      return []
  }
}

const [account, setup, session] = [streams.account(''), streams.setup(''), streams.session('')]

/** An event of a customer's own streams names a visit. */
function named(event: HandedEvent, visit: number): Change[] {
  const { stream } = event
  const by = (account: number): By => ({ account, userId: null })
  if (stream.startsWith(account)) return [tied(visit, by(nameKey(stream)), event)]
  if (stream.startsWith(setup)) return [tied(visit, by(nameKey(streams.account(idOf(stream)))), event)]
  if (!stream.startsWith(session)) return []
  // Whose it is, its first event has said. The row is written as it is, since only of a written one something follows.
  return [
    sessions.fold(
      nameKey(stream),
      row => row && { ...row },
      (_, row) => (row ? [tied(visit, by(row.account), event)] : []),
    ),
  ]
}
