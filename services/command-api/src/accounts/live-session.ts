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

/** Compares places in the log: a clock that steps back would let a session outlive its revocation. */
export function isOpen(session: SessionState, account: AccountState, sid: string): boolean {
  if (session.status !== 'open' || account.status !== 'registered') return false
  const { revoked } = account
  if (!revoked || session.position > revoked.position) return true
  return revoked.except === sid && session.position > revoked.since
}
