import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'
import { LRUCache } from 'lru-cache'

const atMostKeys = 100_000

/**
 * Remembers whom this process told when to come back. To read and check a body only to refuse it costs as much as to take
 * it, so who comes again before that time has to be refused by their head.
 */
export function tooEarly() {
  // `max` would allocate memory for all keys at once.
  const until = new LRUCache<string, number>({ maxSize: atMostKeys, sizeCalculation: () => 1 })
  const now = () => performance.now() / 1000
  return {
    /** @throws {HttpFailure} 429 before the time that this key was told */
    refuse(key: string): void {
      const wait = (until.get(key) ?? 0) - now()
      if (wait > 0) throw tooMany(wait)
    },
    /** Does what may refuse, and remembers what it said. */
    unlessRefused(key: string, work: () => void): void {
      try {
        work()
      } catch (error) {
        if (error instanceof HttpFailure) until.set(key, now() + Number(error.headers['retry-after'] ?? 0))
        throw error
      }
    },
  }
}
