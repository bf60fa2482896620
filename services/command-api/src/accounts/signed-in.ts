import type { Buckets } from '@tba/runtime/http/bucket.ts'
import { tooMany } from '@tba/runtime/http/failure.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import { requireCustomer } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { isLive } from './live-session.ts'

/** Far more than anybody presses; what a program writes stays in the log for good. */
const perCustomer = { capacity: 300, refillPerSecond: 2 }

/**
 * The hook of every command of a customer's: 401 without an open session, and 429 beyond what one customer may do in all
 * sessions together. Whoever holds a session that was ended takes nothing from its customer.
 */
export function signedIn(log: EventLog, { limitScale, bucket }: { limitScale: number; bucket: Buckets }) {
  const ofCustomer = bucket('customers', perCustomer)
  const live = isLive(log)
  const hook = requireCustomer(async customer => {
    if (!(await live(customer))) return false
    const taken = ofCustomer.take(customer.sub, 1 / limitScale)
    if (!taken.ok) throw tooMany(taken.retryAfterSeconds)
    return true
  })
  return documented({ signedIn: 'customer', refusals: [401, 429] }, hook)
}
