import { LRUCache } from 'lru-cache'

type BucketOptions = { capacity: number; refillPerSecond: number; atMostKeys?: number }

export type TokenBucket = {
  /** @param tokens what the call costs; a fraction makes the bucket that much larger and faster */
  take(key: string, tokens?: number): { ok: true } | { ok: false; retryAfterSeconds: number }
  /** How many keys are remembered. */
  readonly size: number
}

/**
 * A bucket of `capacity` tokens for every key, refilled steadily.
 *
 * Of each key only the moment is kept at which its bucket is full again, and of too many keys those that called last.
 */
export function tokenBucket(options: BucketOptions): TokenBucket {
  const { capacity, refillPerSecond, atMostKeys = 100_000 } = options
  // A `max` would take the memory for all of them at once, for every bucket there is.
  const fullAtSeconds = new LRUCache<string, number>({ maxSize: atMostKeys, sizeCalculation: () => 1 })

  return {
    get size() {
      return fullAtSeconds.size
    },
    take(key, tokens = 1) {
      const now = performance.now() / 1000
      const fullAt = Math.max(now, fullAtSeconds.get(key) ?? now) + tokens / refillPerSecond
      const wait = fullAt - now - capacity / refillPerSecond
      // The sum of many fractions is not exact.
      if (wait > 1e-6) return { ok: false, retryAfterSeconds: Math.ceil(wait) }
      fullAtSeconds.set(key, fullAt)
      return { ok: true }
    },
  }
}
