import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { RedisLink } from './link.ts'

type Window = { points: number; duration: number }

/** Creates counters of events within a window of seconds. */
export type Counters = (name: string, window: Window) => RateLimiterAbstract

/** In Redis if it answers, else in the memory of this process. */
export function counters(link: RedisLink | null): Counters {
  return (keyPrefix, window) => {
    const memory = new RateLimiterMemory({ keyPrefix, ...window })
    if (!link) return memory
    const shared = { storeClient: link.redis, rejectIfRedisNotReady: true, insuranceLimiter: memory }
    return new RateLimiterRedis({ keyPrefix, ...window, ...shared })
  }
}
