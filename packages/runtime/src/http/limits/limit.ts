import type { FastifyRequest } from 'fastify'
import { tooMany } from '../failure.ts'
import { documented } from '../operations/hook-docs.ts'
import { limitKey } from './address.ts'
import type { Buckets, TokenBucket } from './bucket.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Multiplies every limit. */
    limitScale: number
    /** Makes the buckets of a limit, shared with other processes where there is a Redis. */
    bucket: Buckets
  }
}

/**
 * A hook that lets an address through while its bucket lasts, and answers 429 with Retry-After after that.
 * @param ofAll what all addresses share; only what an address is allowed is taken from it
 */
export function limit(bucket: TokenBucket, ofAll?: TokenBucket) {
  return documented({ refusals: [429] }, async (request: FastifyRequest) => {
    charge(bucket, request)
    if (ofAll) charge(ofAll, request, { tokens: 1, key: 'all' })
  })
}

type Cost = number | { tokens: number; key: string }

/** Takes tokens from the bucket of the request's address, or of another key. @throws {HttpFailure} 429, and takes none */
export function charge(bucket: TokenBucket, { ip, server }: FastifyRequest, cost: Cost = 1): void {
  const { tokens, key } = typeof cost === 'number' ? { tokens: cost, key: limitKey(ip) } : cost
  // With a scale of 10 a request costs a tenth of a token.
  const taken = bucket.take(key, tokens / server.limitScale)
  if (!taken.ok) throw tooMany(taken.retryAfterSeconds)
}
