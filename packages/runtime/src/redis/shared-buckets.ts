import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Buckets, tokenBucket } from '../http/bucket.ts'
import type { RedisLink } from './link.ts'

/** The library counts in fixed windows; with this script it refills steadily. */
const customIncrTtlLuaScript = readFileSync(new URL('./refill.lua', import.meta.url), 'utf8')

/** The library counts in whole points. */
const pointsAToken = 1_000
/** Calls are gathered for this long: one message for each would double what a call costs. */
const gatherMs = 5
/** With more keys than this, Redis is too slow for the flood. They are dropped, since they would fill the memory. */
const waitingAtMost = 20_000
const sentAtOnce = 500

/**
 * Buckets that all processes share, and no call waits for Redis: each decides by its own, counts in Redis afterwards, and
 * learns what others took. What passed too much is a debt that all wait for. While Redis is away, each limits by itself.
 */
export function sharedBuckets({ redis, failed, worked }: RedisLink, hashKey: Uint8Array): Buckets {
  return (name, size) => {
    const local = tokenBucket(size)
    const counter = new RateLimiterRedis({
      storeClient: redis,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript,
      keyPrefix: 'limits',
      points: size.capacity * pointsAToken,
      duration: size.capacity / size.refillPerSecond,
    })
    const waiting = new Map<string, number>()
    let isSending = false

    /** Whole addresses are kept nowhere. */
    const digest = (key: string) =>
      createHmac('sha256', hashKey).update(`${name}\n${key}`).digest('base64url').slice(0, 22)

    async function count(key: string, tokens: number): Promise<void> {
      const { msBeforeNext } = await counter.penalty(digest(key), Math.ceil(tokens * pointsAToken))
      local.fullIn(key, msBeforeNext / 1000 + (waiting.get(key) ?? 0) / size.refillPerSecond)
    }

    async function send(): Promise<void> {
      isSending = true
      try {
        while (waiting.size > 0) {
          await pause(gatherMs)
          const batch = [...waiting.entries().take(sentAtOnce)]
          for (const [key] of batch) waiting.delete(key)
          await Promise.all(batch.map(([key, tokens]) => count(key, tokens)))
          worked()
        }
      } catch (error) {
        failed(error)
        waiting.clear()
      } finally {
        isSending = false
      }
    }

    return {
      take(key, tokens = 1) {
        const taken = local.take(key, tokens)
        if (!taken.ok || redis.status !== 'ready') return taken
        waiting.set(key, (waiting.get(key) ?? 0) + tokens)
        if (waiting.size > waitingAtMost) waiting.clear()
        if (!isSending) void send()
        return taken
      },
    }
  }
}
