import { LRUCache } from 'lru-cache'
import type { PersonKey } from '../sealing/keyring.ts'

export type KeyCache = ReturnType<typeof keyCache>

/** Caches unwrapped keys for `forMs` after they were read. With more than `atMost`, the least recently used go. */
export function keyCache(options: { forMs?: number; atMost?: number; perf?: Pick<Performance, 'now'> } = {}) {
  const { forMs = 60_000, atMost = 10_000, perf = performance } = options
  const keys = new LRUCache<string, PersonKey>({ max: atMost, ttl: forMs, ttlResolution: 0, perf })
  let isSuspended = false
  /** Counts removals. A key that was read before the last removal is not cached. */
  let changes = 0

  return {
    get: (person: string) => keys.get(person),
    /** Call it before reading keys. @returns caches a key, unless one was destroyed since the call */
    reading() {
      const before = changes
      return (key: PersonKey) => {
        if (changes === before && !isSuspended) keys.set(key.person, key)
      }
    },
    forget(person: string) {
      changes++
      keys.delete(person)
    },
    /** Empties the cache and keeps it empty until `resume`: this process does not learn of destroyed keys meanwhile. */
    suspend() {
      isSuspended = true
      changes++
      keys.clear()
    },
    resume() {
      isSuspended = false
      changes++
    },
  }
}
