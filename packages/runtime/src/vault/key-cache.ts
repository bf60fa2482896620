import { LRUCache } from 'lru-cache'
import type { PersonKey } from '../sealing/keyring.ts'

export type KeyCache = {
  get(person: string): PersonKey | undefined
  /** To be called before keys are read. @returns what keeps them, unless one was destroyed while they were read */
  reading(): (key: PersonKey) => void
  forget(person: string): void
  /** Forgets everything, and keeps nothing until `resume`: nobody would say what is destroyed. */
  suspend(): void
  resume(): void
}

type CacheOptions = { forMs?: number; atMost?: number; perf?: Pick<Performance, 'now'> }

/** Keys that were opened: each for `forMs` from when it was read, and of more than `atMost` those used last. */
export function keyCache(options: CacheOptions = {}): KeyCache {
  const { forMs = 60_000, atMost = 10_000, perf = performance } = options
  const keys = new LRUCache<string, PersonKey>({ max: atMost, ttl: forMs, ttlResolution: 0, perf })
  let isSuspended = false
  /** What was read before the last change may be of before a destruction. */
  let changes = 0

  return {
    get: person => keys.get(person),
    reading() {
      const before = changes
      return key => {
        if (changes === before && !isSuspended) keys.set(key.person, key)
      }
    },
    forget(person) {
      changes++
      keys.delete(person)
    },
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
