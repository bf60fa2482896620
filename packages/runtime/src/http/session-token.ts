import jwt from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** The claims of every session token: its owner, its session, and when that was opened (epoch seconds). */
export type SessionClaims = { sub: string; sid: string; start: number }

/** The claims of a token that is valid, with its times in epoch seconds. */
export type Verified<C extends SessionClaims> = { claims: C; issuedAt: number; endsAt: number }

type Kind<C extends SessionClaims> = {
  audience: string
  claims: z.ZodType<C>
  /** How long a session lasts without a call. */
  idleSeconds: number
  /** How long a session lasts at most. */
  absoluteSeconds: number
}

/** @param secret 32 bytes, which sign the tokens of every audience */
export async function tokenSigner(app: FastifyInstance, secret: Buffer): Promise<void> {
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', iss: 'tba', aud: 'customer' },
    verify: { algorithms: ['HS256'], allowedIss: 'tba', requiredClaims: ['iss', 'aud', 'exp', 'iat'] },
  })
}

/** Needs `tokenSigner`. */
export function sessionTokens<C extends SessionClaims>(app: FastifyInstance, kind: Kind<C>) {
  const { audience, idleSeconds, absoluteSeconds } = kind
  const stamp = z.object({ aud: z.literal(audience), iat: z.int(), exp: z.int() })

  /** When a token that is issued now ends, in epoch seconds. */
  const expiry = (start: number) => Math.min(epochSeconds() + idleSeconds, start + absoluteSeconds)

  return {
    sign(claims: C) {
      const exp = expiry(claims.start)
      const token = app.jwt.sign({ ...claims, exp }, { aud: audience })
      return { token, lastsSeconds: exp - epochSeconds() }
    },

    /** @returns null if the token is forged, expired or of another audience */
    verify(token: string): Verified<C> | null {
      const payload = payloadOf(app, token)
      const claims = kind.claims.safeParse(payload).data
      const stamped = stamp.safeParse(payload).data
      if (!claims || !stamped) return null
      // The library accepts a token during the second in which it expires.
      const endsAt = Math.min(stamped.exp, expiry(claims.start))
      return endsAt > epochSeconds() ? { claims, issuedAt: stamped.iat, endsAt } : null
    },

    /** Whether a quarter of the idle time is gone, and a new token would last longer. */
    isDueForRenewal: ({ claims, issuedAt, endsAt }: Verified<C>) =>
      epochSeconds() - issuedAt >= idleSeconds / 4 && expiry(claims.start) > endsAt,
  }
}

function payloadOf(app: FastifyInstance, token: string): unknown {
  try {
    return app.jwt.verify(token)
  } catch {
    return null
  }
}

const epochSeconds = (): number => Math.floor(Date.now() / 1000)
