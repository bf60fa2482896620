import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isLive } from '../accounts/sessions/signed-in.ts'

/** Clicks come by the thousand, so that a session is checked once in this time; no ended one counts for longer. */
const rememberedForMs = 2_000
const most = 10_000

/** The customer to record with a tracked event: one who consented and whose session is open; null for anybody else. */
export function tiedCustomer(log: EventLog, perf: Pick<Performance, 'now'> = performance) {
  const ask = isLive(log)
  const sessions = new LRUCache<string, boolean, CustomerClaims>({
    ...{ max: most, ttl: rememberedForMs, ttlResolution: 0, perf },
    fetchMethod: (_sid, _stale, { context }) => ask(context),
  })
  return async ({ consent, customer }: Pick<FastifyRequest, 'consent' | 'customer'>) =>
    consent && customer && (await sessions.fetch(customer.sid, { context: customer })) ? customer : null
}
