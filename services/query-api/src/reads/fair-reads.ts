import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { queueKey } from '@tba/runtime/http/limits/address.ts'
import { type FairQueue, fairSlots, queueOverSlots } from '@tba/runtime/http/limits/fair-queue.ts'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** May read a large part of the log. Such reads have their own, smaller queue. */
    longRead?: boolean
  }
  interface FastifyRequest {
    /** Gives back the slot that the request holds at the database. */
    releaseSlot: (() => void) | null
  }
}

/**
 * `concurrency` is below the size of the pool, so that nobody waits in the pool’s queue, which is not fair. A page
 * sends a few requests; a caller with hundreds in the queue is a script.
 */
const limits = { concurrency: 8, maxPerCaller: 4, queueLimit: 5_000, callerQueueLimit: 500, waitMs: 5_000 }

/** In addition to `limits`; both together fit into the pool. One per caller, because each result is held in memory. */
const longLimits = { ...limits, concurrency: 2, maxPerCaller: 1, waitMs: 15_000 }

/**
 * Shares the database fairly between callers, for every route that is added later except lasting ones. A slot is
 * released once the answer is known, so a slow reader blocks nobody.
 * @returns the same slots for reads while an answer is sent. They wait without a limit, because an answer that has
 * started cannot become a 503
 */
export function takeTurns(app: App): FairQueue {
  const enter = fairSlots(limits)
  const enterLong = fairSlots(longLimits)
  app.decorateRequest('releaseSlot', null)
  app.addHook('onSend', async ({ releaseSlot }) => releaseSlot?.())
  app.addHook('onRoute', route => {
    if (route.config?.lasting) return
    const { handler } = route
    const enterThis = route.config?.longRead ? enterLong : enter
    route.handler = async function (request, reply) {
      const slot = enterThis(callerOf(request))
      const leave = typeof slot === 'function' ? slot : await slot
      if (request.socket.destroyed) {
        leave()
        throw hungUp()
      }
      request.releaseSlot = leave
      try {
        return await handler.call(this, request, reply)
      } finally {
        leave()
      }
    }
  })
  return queueOverSlots(caller => enter(caller, null))
}

/** Nobody reads this answer. */
export const hungUp = () => new HttpFailure(400, 'Richiesta interrotta')

export function callerOf({ customer, adminToken, ip }: FastifyRequest): string {
  return customer?.sub ?? adminToken?.claims.sub ?? queueKey(ip)
}
