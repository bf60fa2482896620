export type ExpiringCache<T> = {
  get(name: string): T | undefined
  set(name: string, value: T): void
  delete(name: string): void
}

/** Forgets an entry `forMs` after it was set, and the oldest where there would be more than `atMost`. */
export function expiringCache<T>({ forMs, atMost }: { forMs: number; atMost: number }): ExpiringCache<T> {
  // A Map keeps the order of insertion, which is the order of expiry too.
  const entries = new Map<string, { value: T; expiresAtMs: number }>()

  return {
    get(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.expiresAtMs > performance.now()) return entry.value
      entries.delete(name)
      return undefined
    },
    set(name, value) {
      entries.delete(name)
      for (const oldest of entries.keys()) {
        if (entries.size < atMost) break
        entries.delete(oldest)
      }
      entries.set(name, { value, expiresAtMs: performance.now() + forMs })
    },
    delete(name) {
      entries.delete(name)
    },
  }
}
