import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { unauthorized } from './failure.ts'

const idleSeconds = 14 * 24 * 3600
/** How long a session lasts at most, however busy it is. */
export const absoluteSeconds = 90 * 24 * 3600

const customerClaims = z.object({
  /** The account. */
  sub: z.uuid(),
  /** The integer that the outside knows the customer by. */
  uid: z.int().positive(),
  /** The session. */
  sid: z.uuid(),
  /** When it was opened, in epoch seconds. */
  start: z.int(),
})
export type CustomerClaims = z.infer<typeof customerClaims>

const token = customerClaims.extend({ iat: z.int(), exp: z.int() })
type Token = z.infer<typeof token>

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom a valid session cookie names. Whether that session was ended meanwhile is another question. */
    customer: CustomerClaims | null
    sessionToken: Token | null
  }
  interface FastifyReply {
    openSession(claims: CustomerClaims): void
    closeSession(): void
  }
}

/** Sessions of customers: a signed token in a cookie. @param secret 32 bytes */
export async function session(app: FastifyInstance, { secret }: { secret: Buffer }): Promise<void> {
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', iss: 'tba', aud: 'customer' },
    verify: {
      algorithms: ['HS256'],
      allowedIss: 'tba',
      allowedAud: 'customer',
      requiredClaims: ['iss', 'aud', 'exp', 'iat'],
    },
  })

  app.decorateRequest('customer', null)
  app.decorateRequest('sessionToken', null)
  app.decorateReply('openSession', function (this: FastifyReply, { sub, uid, sid, start }: CustomerClaims) {
    const exp = expiry(start)
    const maxAge = exp - epochSeconds()
    this.setCookie('session', app.jwt.sign({ sub, uid, sid, start, exp }), { path: '/', maxAge })
    this.request.sessionToken = null
  })
  app.decorateReply('closeSession', function (this: FastifyReply) {
    this.clearCookie('session', { path: '/' })
    this.request.sessionToken = null
  })

  app.addHook('onRequest', async request => {
    const cookieValue = request.cookies.session
    if (!cookieValue) return
    const read = verified(app, cookieValue)
    if (!read) return
    const { iat: _, exp: __, ...claims } = read
    request.sessionToken = read
    request.customer = claims
  })

  // Whoever comes back in time stays signed in: the token is renewed once a quarter of its idle time is gone.
  app.addHook('onSend', async (request, reply) => {
    const { sessionToken } = request
    if (sessionToken && reply.statusCode < 400 && isDueForRenewal(sessionToken))
      reply.openSession(sessionToken)
  })
}

/**
 * A hook that answers 401 to whoever is not signed in. As `onRequest` it comes before the body is even read.
 * @param isLive whether the session was not ended; left out where the route finds that out by itself
 */
export function requireCustomer(isLive?: (claims: CustomerClaims) => Promise<boolean>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.customer || (isLive && !(await isLive(request.customer)))) {
      request.sessionToken = null
      throw unauthorized()
    }
  }
}

/** @throws {HttpFailure} 401; behind `requireCustomer` never */
export function customerOf(request: FastifyRequest): CustomerClaims {
  if (!request.customer) throw unauthorized()
  return request.customer
}

function verified(app: FastifyInstance, text: string): Token | null {
  try {
    const parsed = token.safeParse(app.jwt.verify(text))
    // The library still takes a token in the very second in which it ends.
    const endsAt = parsed.success ? Math.min(parsed.data.exp, expiry(parsed.data.start)) : 0
    return parsed.success && endsAt > epochSeconds() ? parsed.data : null
  } catch {
    // Forged, expired or of another audience: whoever sends it is not signed in, and no more is to be said.
    return null
  }
}

/** Where a token issued now ends. */
function expiry(start: number): number {
  return Math.min(epochSeconds() + idleSeconds, start + absoluteSeconds)
}

function isDueForRenewal({ iat, exp, start }: Token): boolean {
  return epochSeconds() - iat >= idleSeconds / 4 && expiry(start) > exp
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
