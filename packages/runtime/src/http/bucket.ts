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
 * Of each key only the moment is kept at which its bucket is full again, and nothing once it is.
 */
export function tokenBucket(options: BucketOptions): TokenBucket {
  const { capacity, refillPerSecond, atMostKeys = 100_000 } = options
  const fullAtSeconds = new Map<string, number>()
  let sweepAt = 1024

  function sweep(now: number): void {
    for (const [key, fullAt] of fullAtSeconds) if (fullAt <= now) fullAtSeconds.delete(key)
    // A tenth at a time: a flood of new keys must not pay for a sweep each.
    for (const oldest of fullAtSeconds.keys()) {
      if (fullAtSeconds.size <= atMostKeys * 0.9) break
      fullAtSeconds.delete(oldest)
    }
    sweepAt = Math.min(atMostKeys, Math.max(1024, fullAtSeconds.size * 2))
  }

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
      if (!fullAtSeconds.has(key) && fullAtSeconds.size >= sweepAt) sweep(now)
      fullAtSeconds.set(key, fullAt)
      return { ok: true }
    },
  }
}
