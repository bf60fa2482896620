import type { RedisConnection } from '@tba/runtime/redis/connection.ts'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

type Window = { points: number; duration: number }

/** Creates counters of events within a window of seconds. */
export type Counters = (name: string, window: Window) => RateLimiterAbstract

/** In Redis if it answers, else in the memory of this process. */
export function counters(connection: RedisConnection | null): Counters {
  return (keyPrefix, window) => {
    const memory = new RateLimiterMemory({ keyPrefix, ...window })
    if (!connection) return memory
    const shared = { storeClient: connection.redis, rejectIfRedisNotReady: true, insuranceLimiter: memory }
    return new RateLimiterRedis({ keyPrefix, ...window, ...shared })
  }
}
