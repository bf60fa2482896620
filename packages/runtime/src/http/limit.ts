import { limitKey } from './address.ts'
import { atOnce } from './at-once.ts'
import type { TokenBucket } from './bucket.ts'
import { demanding } from './demands.ts'
import { tooMany } from './failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Multiplies every limit. */
    limitScale: number
  }
}

/** A hook that lets an address through while its bucket lasts, and answers 429 with Retry-After after that. */
export function limit(bucket: TokenBucket) {
  return demanding(
    { refusals: [429] },
    atOnce(request => {
      // Paying a fraction of a token is the same as a bucket so many times larger, refilled as many times faster.
      const taken = bucket.take(limitKey(request.ip), 1 / request.server.limitScale)
      if (!taken.ok) throw tooMany(taken.retryAfterSeconds)
    }),
  )
}
