import { LRUCache } from 'lru-cache'

type BucketOptions = { capacity: number; refillPerSecond: number; atMostKeys?: number }

export type TokenBucket = {
  /** @param tokens what the call costs. To pay 1/n is the same as a bucket n times as large and as fast. */
  take(key: string, tokens?: number): { ok: true } | { ok: false; retryAfterSeconds: number }
  /** How many keys are remembered. */
  readonly size: number
}

/**
 * A bucket of `capacity` tokens for every key, refilled steadily.
 *
 * Per key it remembers only when the bucket is full again; of more than `atMostKeys`, the keys that called last.
 */
export function tokenBucket(options: BucketOptions): TokenBucket {
  const { capacity, refillPerSecond, atMostKeys = 100_000 } = options
  // `max` would allocate memory for all keys at once.
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
