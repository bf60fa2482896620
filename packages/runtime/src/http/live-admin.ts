import { load } from '../commands/load.ts'
import type { EventLog } from '../log/event-log.ts'
import type { AdminClaims } from './admin-session.ts'

/** Reads the log, so that a session that was ended, or is older than the password or the role, is refused at once. */
export function isLiveAdmin(log: EventLog) {
  return async ({ sid, sub }: AdminClaims): Promise<boolean> => {
    const { state } = await load(log, 'adminSession', sid)
    if (state?.status !== 'open' || state.adminId !== sub) return false
    const account = await consoleAccount(log, sub)
    return account?.state === 'active' && account.since < state.position
  }
}

export async function consoleAccount(log: EventLog, id: string) {
  return (await load(log, 'administrators', undefined)).state[id]
}
