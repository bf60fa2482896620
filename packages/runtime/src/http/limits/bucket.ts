import { LRUCache } from 'lru-cache'

export type BucketOptions = { capacity: number; refillPerSecond: number }

export type TokenBucket = {
  /** @param tokens the cost of the call. A cost of 1/n is like a bucket n times as large and fast. */
  take(key: string, tokens?: number): { ok: true } | { ok: false; retryAfterSeconds: number }
}

/** Creates the buckets of one limit. Its name identifies the limit for other processes. */
export type Buckets = (name: string, options: BucketOptions) => TokenBucket

export type LocalBucket = TokenBucket & {
  /** Other processes took tokens too: it is full again after this time at the earliest. */
  fullIn(key: string, seconds: number): void
}

const maxKeys = 100_000

/** Of this process alone. */
export const localBuckets: Buckets = (_name, options) => tokenBucket(options)

/**
 * A bucket of `capacity` tokens for every key, refilled steadily.
 *
 * Per key it stores only when the bucket is full again. Above `maxKeys`, the oldest keys are forgotten.
 */
export function tokenBucket(options: BucketOptions): LocalBucket {
  const { capacity, refillPerSecond } = options
  // `max` would allocate memory for all keys at once.
  const fullAtSeconds = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 })

  return {
    take(key, tokens = 1) {
      const now = performance.now() / 1000
      const fullAt = Math.max(now, fullAtSeconds.get(key) ?? now) + tokens / refillPerSecond
      const wait = fullAt - now - capacity / refillPerSecond
      // The sum of many fractions is not exact.
      if (wait > 1e-6) return { ok: false, retryAfterSeconds: Math.ceil(wait) }
      fullAtSeconds.set(key, fullAt)
      return { ok: true }
    },
    fullIn(key, seconds) {
      const fullAt = performance.now() / 1000 + seconds
      if (fullAt > (fullAtSeconds.get(key) ?? 0)) fullAtSeconds.set(key, fullAt)
    },
  }
}
