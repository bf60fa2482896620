import type { FastifyInstance, FastifyRequest } from 'fastify'

type Check = () => Promise<void>

declare module 'fastify' {
  interface FastifyRequest {
    checkOnceWhole: Check | null
  }
}

/** Runs what a request left to be checked until its body was there. */
export function wholeRequests(app: FastifyInstance): void {
  app.decorateRequest('checkOnceWhole', null)
  app.addHook('preValidation', ({ checkOnceWhole }, _reply, done) => {
    // Most requests left nothing.
    if (!checkOnceWhole) return done()
    return checkOnceWhole()
  })
}

/** A body may take half a minute to come in: what is true before it may no longer be true when it is acted upon. */
export function onceWhole(request: FastifyRequest, check: Check): void {
  request.checkOnceWhole = check
}
