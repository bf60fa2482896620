import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { syncHook } from './sync-hook.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers that come by the thousand: those that are no refusal are measured, and leave no line in the log. */
    quiet?: boolean
  }
}

/**
 * Every answer names its request, and a request leaves one log line: by its route, never by its path or query, which
 * may name persons.
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

/** For answers to requests that reach no hook, too. */
export function nameAndProtectAnswer({ id, raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', id)
  reply.header('x-content-type-options', 'nosniff')
  if (!raw.url?.startsWith('/api')) return
  reply.header('cache-control', 'no-store')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}
