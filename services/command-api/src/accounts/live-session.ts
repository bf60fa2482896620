import type { AccountState } from '@tba/events/accounts/account.decider.ts'
import type { SessionState } from '@tba/events/accounts/session.decider.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'

/** Reads the log, so that a session counts as ended at once, wherever it was ended. */
export function isLive(log: EventLog) {
  return async ({ sid, sub }: CustomerClaims): Promise<boolean> => {
    const [session, account] = await Promise.all([load(log, 'session', sid), load(log, 'account', sub)])
    return session.state.accountId === sub && isOpen(session.state, account.state, sid)
  }
}

/** Opened and revoked in the same millisecond, a session counts as ended: the safer of the two mistakes. */
export function isOpen(session: SessionState, account: AccountState, sid: string): boolean {
  if (session.status !== 'open' || account.status !== 'registered') return false
  const { revoked } = account
  return !revoked || revoked.except === sid || session.openedAt > revoked.at
}
