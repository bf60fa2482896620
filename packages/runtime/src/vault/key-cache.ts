import { LRUCache } from 'lru-cache'
import type { PersonKey } from '../sealing/keyring.ts'

export type KeyCache = ReturnType<typeof keyCache>

type CacheOptions = { forMs?: number; atMost?: number; perf?: Pick<Performance, 'now'> }

/** Unwrapped keys: each for `forMs` after it was read; of more than `atMost`, those used last. */
export function keyCache(options: CacheOptions = {}) {
  const { forMs = 60_000, atMost = 10_000, perf = performance } = options
  const keys = new LRUCache<string, PersonKey>({ max: atMost, ttl: forMs, ttlResolution: 0, perf })
  let isSuspended = false
  /** Counts what removes keys: a key that was read from the database before the last such change is not added. */
  let changes = 0

  return {
    get: (person: string) => keys.get(person),
    /** Call it before reading keys. @returns adds a key that was read, unless one was destroyed since the call */
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
    /** Empties the cache and leaves it empty until `resume`: meanwhile this process is not told what is destroyed. */
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
