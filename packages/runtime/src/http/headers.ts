import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that are called by the thousand: only refusals are logged; everything is measured. */
    quiet?: boolean
  }
  interface FastifyInstance {
    /** Browsers reach it by https. */
    isSecured: boolean
  }
}

/** Every answer has a request id and the security headers, and leaves a line with its route: paths may name persons. */
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

/** For what is no page: nothing may be loaded by it, nor frame it. Pages and files replace what is otherwise with them. */
const plainHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Browsers that came by https once come by nothing else for a year. */
const httpsHeaders = { ...plainHeaders, 'strict-transport-security': 'max-age=31536000' }

export const securityHeaders = ({ isSecured }: { isSecured: boolean }) =>
  isSecured ? httpsHeaders : plainHeaders

/** Also called for requests that reach no hook. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).headers(securityHeaders(request.server))
}
