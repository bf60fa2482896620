import type { EventLog } from '@tba/events/log/event-log.ts'
import { streams } from '@tba/events/streams.ts'
import type { AdminClaims } from '@tba/runtime/http/admin-session.ts'
import { load } from '../handle.ts'
import { adminSessionDecider } from './admin-session.decider.ts'

/** Asks the log itself: a session that was ended is refused here at once. */
export function isLiveAdmin(log: EventLog) {
  return async ({ sid, sub }: AdminClaims): Promise<boolean> => {
    const { state } = await load(log, adminSessionDecider, streams.adminSession(sid))
    return state?.status === 'open' && state.adminId === sub
  }
}
