import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HttpFailure, unauthorized } from './failure.ts'

const idleSeconds = 60 * 60
export const adminAbsoluteSeconds = 12 * 60 * 60

const adminClaims = z.object({
  /** The administrator. */
  sub: z.uuid(),
  sid: z.uuid(),
  /** When it was opened, in epoch seconds. */
  start: z.int(),
})
export type AdminClaims = z.infer<typeof adminClaims>

const token = adminClaims.extend({ iat: z.int(), exp: z.int() })
type Token = z.infer<typeof token>

declare module 'fastify' {
  interface FastifyRequest {
    adminToken: Token | null
  }
  interface FastifyInstance {
    signAdmin(claims: AdminClaims): string
  }
}

const audience = { aud: 'admin', iss: 'tba' }

/** Sessions of administrators: a bearer token, renewed in `X-Token`. Stands on the `session` plugin's signer. */
export function adminSession(app: FastifyInstance): void {
  app.decorate('signAdmin', ({ sub, sid, start }: AdminClaims) =>
    app.jwt.sign({ sub, sid, start, exp: expiry(start) }, audience),
  )
  app.decorateRequest('adminToken', null)

  app.addHook('onRequest', async request => {
    const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (bearer) request.adminToken = verified(app, bearer)
  })
  app.addHook('onSend', async (request, reply: FastifyReply) => {
    const { adminToken } = request
    if (adminToken && reply.statusCode < 400 && isDueForRenewal(adminToken))
      reply.header('x-token', app.signAdmin(adminToken))
  })
}

/**
 * A hook that answers 401 to whoever has no valid token, and 403 to a customer.
 * @param isLive whether the session was not ended; left out where the route finds that out by itself
 */
export function requireAdmin(isLive?: (claims: AdminClaims) => Promise<boolean>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.adminToken && (!isLive || (await isLive(request.adminToken)))) return
    request.adminToken = null
    if (request.customer) throw new HttpFailure(403, 'Area riservata agli amministratori')
    throw unauthorized()
  }
}

/** @throws {HttpFailure} 401; behind `requireAdmin` never */
export function adminOf(request: FastifyRequest): AdminClaims {
  if (!request.adminToken) throw unauthorized()
  return request.adminToken
}

function verified(app: FastifyInstance, text: string): Token | null {
  try {
    const claims = app.jwt.verify(text, { allowedAud: 'admin' })
    const parsed = token.safeParse(claims)
    return parsed.success && expiry(parsed.data.start) > epochSeconds() ? parsed.data : null
  } catch {
    // Forged, expired or of another audience: whoever sends it is not signed in, and no more is to be said.
    return null
  }
}

function expiry(start: number): number {
  return Math.min(epochSeconds() + idleSeconds, start + adminAbsoluteSeconds)
}

function isDueForRenewal({ iat, exp, start }: Token): boolean {
  return epochSeconds() - iat >= idleSeconds / 4 && expiry(start) > exp
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
