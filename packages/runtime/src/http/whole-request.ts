import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** A check that was put off until the whole body is there: that may take half a minute, in which a session can end. */
    checkOnceWhole: (() => Promise<void>) | null
  }
}

export function wholeRequests(app: FastifyInstance): void {
  app.decorateRequest('checkOnceWhole', null)
  app.addHook('preValidation', async ({ checkOnceWhole }) => checkOnceWhole?.())
}
