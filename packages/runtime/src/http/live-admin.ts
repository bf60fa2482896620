import { streams } from '@tba/events/streams.ts'
import { load } from '../commands/load.ts'
import type { EventLog } from '../log/event-log.ts'
import type { AdminClaims } from './admin-session.ts'

/** Reads the log, so that a session that was ended, or is older than the password, is refused at once. */
export function isLiveAdmin(log: EventLog) {
  return async ({ sid, sub }: AdminClaims): Promise<boolean> => {
    const { state } = await load(log, 'adminSession', sid)
    if (state?.status !== 'open' || state.adminId !== sub) return false
    return !(await hasNewPassword(log, sub, state.position))
  }
}

/** Reads backwards, and only what is newer than the session, however long the administrator's stream is. */
async function hasNewPassword(log: EventLog, adminId: string, since: string): Promise<boolean> {
  const newest = log.readTolerantly(streams.admin(adminId), { direction: 'backwards' })
  for await (const { type, position } of newest) {
    if (position < since) return false
    if (type === 'AdminPasswordChanged') return true
  }
  return false
}
