import { unavailable } from '@tba/runtime/http/failure.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'

/** As long as an append is under way, no read would know a new session either. */
const waitAtMostMs = 5_000

/**
 * Waits for the appends under way: each may have a place in the log before what was just written.
 * @throws {HttpFailure} 503
 */
export async function assertSettled(log: EventLog): Promise<void> {
  if (!(await log.settled(waitAtMostMs))) throw unavailable()
}
