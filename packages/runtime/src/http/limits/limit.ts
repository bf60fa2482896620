import type { FastifyRequest } from 'fastify'
import { tooMany } from '../failure.ts'
import { documented } from '../operations/hook-docs.ts'
import { limitKey } from './address.ts'
import type { BucketOptions, Buckets, TokenBucket } from './bucket.ts'

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
 * @param ofAll what all addresses share. Refused calls take nothing from it
 */
export function limit(bucket: TokenBucket, ofAll?: SharedLimit) {
  return documented({ refusals: [429] }, async (request: FastifyRequest) => {
    charge(bucket, request)
    ofAll?.(request, 1)
  })
}

/** Takes tokens of all addresses together. @throws {HttpFailure} 429 */
export type SharedLimit = (request: FastifyRequest, tokens: number) => void

/**
 * `quiet`: how much an address may send and still count as one that sends little. For those a part is reserved, so that busy
 * addresses leave room for visitors.
 */
type Shared = Record<'ofAll' | 'reserved' | 'quiet', BucketOptions>

export function sharedLimit(bucket: Buckets, name: string, options: Shared): SharedLimit {
  const ofAll = bucket(`${name} of all`, options.ofAll)
  const reserved = bucket(`${name} of the quiet`, options.reserved)
  const quiet = bucket(`quiet ${name}`, options.quiet)
  return (request, tokens) => {
    const cost = tokens / request.server.limitScale
    if (quiet.take(limitKey(request.ip), cost).ok && reserved.take('all', cost).ok) return
    charge(ofAll, request, { tokens, key: 'all' })
  }
}

/** A body whose length is not known yet counts as the longest. */
const maxBodyBytes = 64 * 1024

/** The size of a call before its body is read, in whole KiB; at least one. */
export function kibOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const unknown = headers['transfer-encoding'] === undefined ? 0 : maxBodyBytes
  const bytes = Number(headers['content-length'] ?? unknown)
  return Math.max(1, Math.ceil(Math.min(bytes, maxBodyBytes) / 1024))
}

type Cost = number | { tokens: number; key: string }

/** Takes tokens from the bucket of the request's address, or of another key. @throws {HttpFailure} 429, and takes none */
export function charge(bucket: TokenBucket, { ip, server }: FastifyRequest, cost: Cost = 1): void {
  const { tokens, key } = typeof cost === 'number' ? { tokens: cost, key: limitKey(ip) } : cost
  // With a scale of 10 a request costs a tenth of a token.
  const taken = bucket.take(key, tokens / server.limitScale)
  if (!taken.ok) throw tooMany(taken.retryAfterSeconds)
}
