import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes with thousands of calls: only refusals are logged. All calls are measured. */
    quiet?: boolean
  }
  interface FastifyInstance {
    /** Browsers use https. */
    isSecured: boolean
    securityHeaders: ReturnType<typeof securityHeaders>
  }
}

/** Adds a request id and the security headers to every answer, and logs its route. A path could name a person. */
export function addStandardHeaders(app: FastifyInstance, security: Security): void {
  app.decorate('isSecured', security.isSecured)
  app.decorate('securityHeaders', securityHeaders(security))
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
  // No page of another site may load them.
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export type Security = { isSecured: boolean; hstsSubdomains?: boolean | undefined }

/** Under https browsers use nothing else for a year. */
export function securityHeaders({ isSecured, hstsSubdomains }: Security) {
  const hsts = hstsSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
  return { ...plainHeaders, ...(isSecured && { 'strict-transport-security': hsts }) }
}

/** Also for requests that reach no hook. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).headers(request.server.securityHeaders)
}
