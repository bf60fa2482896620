import type { FastifyRequest } from 'fastify'
import { tooMany } from '../failure.ts'
import { documented } from '../operations/hook-docs.ts'
import { limitKey } from './address.ts'
import type { Buckets, TokenBucket } from './bucket.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Multiplies every limit. */
    limitScale: number
    /** Creates the buckets of a limit. With Redis, all processes share them. */
    bucket: Buckets
  }
}

/**
 * A hook that answers 429 with Retry-After when the bucket of an address is empty.
 * @param ofAll a bucket that all addresses share. Refused calls take nothing from it
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
