import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isLive } from '../accounts/live-session.ts'

/** Clicks come by the thousand: a session is asked for once in so long. */
const rememberedForMs = 10_000
const most = 10_000

/** Whom what a request tracks is tied to: a customer whose session was not ended, and who consented. Null: nobody. */
export function tiedCustomer(log: EventLog, perf: Pick<Performance, 'now'> = performance) {
  const ask = isLive(log)
  const sessions = new LRUCache<string, Promise<boolean>>({
    max: most,
    ttl: rememberedForMs,
    ttlResolution: 0,
    perf,
  })

  function known(customer: CustomerClaims): Promise<boolean> {
    const found = sessions.get(customer.sid)
    if (found) return found
    const live = ask(customer)
    sessions.set(customer.sid, live)
    // What failed is asked again.
    live.catch(() => sessions.delete(customer.sid))
    return live
  }

  return async ({ consent, customer }: Pick<FastifyRequest, 'consent' | 'customer'>) =>
    consent && customer && (await known(customer)) ? customer : null
}
