import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { AnswerClientError } from './client-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long this route waits for a whole request, in milliseconds. Longer for large bodies. */
    requestMs?: number
  }
}

/** How long a client may take to send its headers, an ordinary request and the largest; how often that is checked. */
export type Timeouts = {
  headersMs: number
  requestMs: number
  maxRequestMs: number
  checkEveryMs: number
}

export const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  maxRequestMs: 5 * 60_000,
  checkEveryMs: 5_000,
}

/** Node reads these only in the constructor. Fastify assigns them later, without effect. */
export const serverTimeouts = ({ headersMs, maxRequestMs, checkEveryMs }: Timeouts) => ({
  headersTimeout: headersMs,
  requestTimeout: maxRequestMs,
  connectionsCheckingInterval: checkEveryMs,
})

/** Closes the connection of a request that is incomplete after its route's time. Must be the first hook. */
export function cutOffSlowRequests(
  app: FastifyInstance,
  { requestMs }: Timeouts,
  answerClientError: AnswerClientError,
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length']) > 0
    // A request of `app.inject` (tests) has no socket to cut.
    if (!hasBody || !(raw.socket instanceof Socket)) return
    const waitMs = routeOptions.config.requestMs ?? requestMs
    const timer = setTimeout(() => {
      if (!raw.complete) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }, waitMs)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
