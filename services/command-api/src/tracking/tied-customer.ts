import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { isLive } from '../accounts/live-session.ts'

/** Clicks come by the thousand: a session is asked for once in so long. */
const rememberedForMs = 10_000
const most = 10_000

type Known = { live: Promise<boolean>; untilMs: number }

/** Whom what a request tracks is tied to: a customer whose session was not ended, and who consented. Null: nobody. */
export function tiedCustomer(log: EventLog, nowMs = () => performance.now()) {
  const ask = isLive(log)
  const sessions = new Map<string, Known>()

  function known(customer: CustomerClaims): Promise<boolean> {
    const found = sessions.get(customer.sid)
    if (found && found.untilMs > nowMs()) return found.live
    if (sessions.size >= most) sessions.clear()
    const live = ask(customer)
    sessions.set(customer.sid, { live, untilMs: nowMs() + rememberedForMs })
    // What failed is asked again.
    live.catch(() => sessions.delete(customer.sid))
    return live
  }

  return async ({ consent, customer }: Pick<FastifyRequest, 'consent' | 'customer'>) =>
    consent && customer && (await known(customer)) ? customer : null
}
