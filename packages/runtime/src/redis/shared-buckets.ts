import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Buckets, tokenBucket } from '../http/limits/bucket.ts'
import type { RedisConnection } from './connection.ts'

/** The library counts in fixed windows. This script refills steadily. */
const customIncrTtlLuaScript = readFileSync(new URL('./refill.lua', import.meta.url), 'utf8')

/** The library counts whole points. */
const pointsPerToken = 1_000
/** Calls are collected for this long. One message per call would double the cost of a call. */
const batchMs = 5
/** With more keys than this, Redis is too slow. The counts are dropped, because they would fill the memory. */
const maxWaiting = 20_000
const maxBatch = 500

/**
 * Buckets that all processes share. No call waits for Redis: a process decides by its own bucket, then counts in Redis
 * and learns what others took. Calls beyond the limit become a debt. While Redis is away, each process limits by itself.
 */
export function sharedBuckets({ redis, failed, worked }: RedisConnection, hashKey: Uint8Array): Buckets {
  return (name, size) => {
    const local = tokenBucket(size)
    const counter = new RateLimiterRedis({
      storeClient: redis,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript,
      keyPrefix: 'limits',
      points: size.capacity * pointsPerToken,
      duration: size.capacity / size.refillPerSecond,
    })
    const waiting = new Map<string, number>()
    let isSending = false

    /** Redis gets no whole address. */
    const digest = (key: string) =>
      createHmac('sha256', hashKey).update(`${name}\n${key}`).digest('base64url').slice(0, 22)

    async function count(key: string, tokens: number): Promise<void> {
      const { msBeforeNext } = await counter.penalty(digest(key), Math.ceil(tokens * pointsPerToken))
      local.fullIn(key, msBeforeNext / 1000 + (waiting.get(key) ?? 0) / size.refillPerSecond)
    }

    async function send(): Promise<void> {
      isSending = true
      try {
        while (waiting.size > 0) {
          await pause(batchMs)
          const batch = [...waiting.entries().take(maxBatch)]
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
        if (waiting.size > maxWaiting) waiting.clear()
        if (!isSending) void send()
        return taken
      },
    }
  }
}
