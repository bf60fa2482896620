import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { queueKey } from '@tba/runtime/http/limits/address.ts'
import { type FairQueue, fairSlots, queueOverSlots } from '@tba/runtime/http/limits/fair-queue.ts'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer may take a walk through much of the log: such reads take turns among themselves. */
    longRead?: boolean
  }
  interface FastifyRequest {
    /** Gives back the slot that the request holds at the database. */
    releaseSlot: (() => void) | null
  }
}

/**
 * At the database at a time: fewer than the pool has connections, so that nobody waits there, where all stand in one
 * line. A page asks for a handful of things; who waits behind hundreds of their own is a program.
 */
const limits = { concurrency: 8, maxPerCaller: 4, queueLimit: 5_000, callerQueueLimit: 500, waitMs: 5_000 }

/** Beside them, and with them no more than the pool has: one of a caller at a time, each in memory as a whole. */
const longLimits = { ...limits, concurrency: 2, maxPerCaller: 1, waitMs: 15_000 }

/**
 * Has callers take turns at the database with every route that is added from now on, but those that last. A slot is
 * given back as soon as the answer is known: how slowly its reader takes it is nobody else's matter.
 * @returns the same slots for what an answer reads later, while it is sent: for those it waits as long as it takes, since
 * an answer that has started can no longer become a 503
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

function callerOf({ customer, adminToken, ip }: FastifyRequest): string {
  return customer?.sub ?? adminToken?.claims.sub ?? queueKey(ip)
}
