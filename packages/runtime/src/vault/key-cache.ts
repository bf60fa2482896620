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

/** Keys that were opened: each for `forMs`, and of more than `atMost` the newest. */
export function keyCache({ forMs = 60_000, atMost = 10_000 } = {}): KeyCache {
  // A Map keeps the order of insertion, which is the order of expiry too.
  const entries = new Map<string, { key: PersonKey; expiresAtMs: number }>()
  let isSuspended = false
  /** What was read before the last change may be of before a destruction. */
  let changes = 0

  function keep(key: PersonKey): void {
    entries.delete(key.person)
    for (const oldest of entries.keys()) {
      if (entries.size < atMost) break
      entries.delete(oldest)
    }
    entries.set(key.person, { key, expiresAtMs: performance.now() + forMs })
  }

  return {
    get(person) {
      const entry = entries.get(person)
      if (!entry) return undefined
      if (entry.expiresAtMs > performance.now()) return entry.key
      entries.delete(person)
      return undefined
    },
    reading() {
      const before = changes
      return key => {
        if (changes === before && !isSuspended) keep(key)
      }
    },
    forget(person) {
      changes++
      entries.delete(person)
    },
    suspend() {
      isSuspended = true
      changes++
      entries.clear()
    },
    resume() {
      isSuspended = false
      changes++
    },
  }
}
