import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerClientError } from './client-error.ts'
import { syncHook } from './sync-hook.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long this route waits for a whole request, where what comes is large. */
    requestMs?: number
  }
}

/** How long a client may take to send, in milliseconds, and how often it is looked at. */
export type Patience = {
  headersMs: number
  requestMs: number
  longestRequestMs: number
  checkEveryMs: number
}

export const patience: Patience = {
  headersMs: 30_000,
  requestMs: 30_000,
  longestRequestMs: 5 * 60_000,
  checkEveryMs: 5_000,
}

/** Node takes these from the constructor alone; what is assigned later, as Fastify does, bounds nothing. */
export function serverTimeouts({ headersMs, longestRequestMs, checkEveryMs }: Patience) {
  return {
    headersTimeout: headersMs,
    requestTimeout: longestRequestMs,
    connectionsCheckingInterval: checkEveryMs,
  }
}

/** Cuts off a request that is not whole in its route's time, answered or not. Before every other hook. */
export function cutOffSlowRequests(app: FastifyInstance, { requestMs }: Patience): void {
  app.addHook(
    'onRequest',
    syncHook(({ raw, routeOptions }) => {
      const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length']) > 0
      // What is injected comes over no line.
      if (!hasBody || !(raw.socket instanceof Socket)) return
      const waitMs = routeOptions.config.requestMs ?? requestMs
      const timer = setTimeout(() => {
        if (!raw.complete) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
      }, waitMs)
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
    }),
  )
}
