import type { FastifyInstance, FastifyRequest } from 'fastify'

type Check = () => Promise<void>

declare module 'fastify' {
  interface FastifyRequest {
    checkOnceWhole: Check | null
  }
}

/** Runs the check that a hook has put off until the whole body is there. */
export function wholeRequests(app: FastifyInstance): void {
  app.decorateRequest('checkOnceWhole', null)
  app.addHook('preValidation', ({ checkOnceWhole }, _reply, done) => {
    // Most requests have none.
    if (!checkOnceWhole) return done()
    return checkOnceWhole()
  })
}

/** Puts a check off until the whole body is there: that may take half a minute, in which a session can end. */
export function onceWhole(request: FastifyRequest, check: Check): void {
  request.checkOnceWhole = check
}
