import type { EventLog } from '@tba/events/log/event-log.ts'
import { streams } from '@tba/events/streams.ts'
import { load } from '../handle.ts'
import { sessionDecider } from './session.decider.ts'

/** Asks the log itself: a session that was ended anywhere is refused here at once. */
export function isLive(log: EventLog) {
  return async ({ sid }: { sid: string }): Promise<boolean> => {
    const { state } = await load(log, sessionDecider, streams.session(sid))
    return state === 'open'
  }
}
