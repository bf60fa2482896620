import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes with thousands of calls: only refusals are logged. All calls are measured. */
    quiet?: boolean
  }
  interface FastifyInstance {
    /** Browsers use https. */
    isSecured: boolean
  }
}

/** Adds a request id and the security headers to every answer, and logs its route. A path could name a person. */
export function addStandardHeaders(app: FastifyInstance, { isSecured }: { isSecured: boolean }): void {
  app.decorate('isSecured', isSecured)
  app.addHook('onRequest', async (request, reply) => setStandardHeaders(request, reply))

  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.quiet && reply.statusCode < 400) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}

/** For answers that are no pages: they load nothing, and nothing frames them. Pages and files replace some of these. */
const plainHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Browsers use only https for a year. */
const httpsHeaders = { ...plainHeaders, 'strict-transport-security': 'max-age=31536000' }

export const securityHeaders = ({ isSecured }: { isSecured: boolean }) =>
  isSecured ? httpsHeaders : plainHeaders

/** Also for requests that reach no hook. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).headers(securityHeaders(request.server))
}
