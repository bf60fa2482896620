import type { Buckets, TokenBucket } from '@tba/runtime/http/bucket.ts'
import { tooMany } from '@tba/runtime/http/failure.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import { requireCustomer } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { isLive } from './live-session.ts'

/** Far more than anybody presses; what a program writes stays in the log for good. */
const perCustomer = { capacity: 300, refillPerSecond: 2 }

/** More than its customer may do, so that only one that was ended comes this far; each look at the log costs everybody. */
const perSession = { capacity: 600, refillPerSecond: 4 }

/**
 * The hook of every command of a customer's: 401 without an open session, and 429 beyond what one customer may do in all
 * sessions together. Whoever holds a session that was ended takes nothing from its customer.
 */
export function signedIn(log: EventLog, { limitScale, bucket }: { limitScale: number; bucket: Buckets }) {
  const ofCustomers = bucket('customers', perCustomer)
  const ofSessions = bucket('sessions', perSession)
  const live = isLive(log)
  const pay = (tokens: TokenBucket, key: string) => {
    const taken = tokens.take(key, 1 / limitScale)
    if (!taken.ok) throw tooMany(taken.retryAfterSeconds)
  }
  const openOnly = requireCustomer(async customer => {
    if (!(await live(customer))) return false
    pay(ofCustomers, customer.sub)
    return true
  })
  const docs = { signedIn: 'customer', refusals: [401, 429] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    if (request.customer) pay(ofSessions, request.customer.sid)
    await openOnly(request)
  })
}
