import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { syncHook } from './sync-hook.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that are called by the thousand: only refusals are logged; everything is measured. */
    quiet?: boolean
  }
}

/**
 * Every answer carries its request id and the security headers. A request leaves one log line, with its route and never
 * its path or query, which may name persons.
 */
export function nameAndProtect(app: FastifyInstance): void {
  app.addHook('onRequest', syncHook(nameAndProtectAnswer))

  app.addHook(
    'onResponse',
    syncHook((request, reply) => {
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
    }),
  )
}

/** Also called for requests that reach no hook. */
export function nameAndProtectAnswer({ id, raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', id)
  reply.header('x-content-type-options', 'nosniff')
  if (!raw.url?.startsWith('/api')) return
  reply.header('cache-control', 'no-store')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}
