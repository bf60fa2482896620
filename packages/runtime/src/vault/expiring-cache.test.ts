import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expiringCache } from './expiring-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a key is remembered until its time is over, and no longer', () => {
  const cache = expiringCache<number>({ forMs: 1000, atMost: 10 })
  cache.set('anna', 1)
  vi.advanceTimersByTime(999)
  expect(cache.get('anna')).toBe(1)
  vi.advanceTimersByTime(1)
  expect(cache.get('anna')).toBeUndefined()
})

test('where there are too many, the oldest goes', () => {
  const cache = expiringCache<number>({ forMs: 1000, atMost: 2 })
  cache.set('anna', 1)
  cache.set('bruno', 2)
  cache.set('anna', 3)
  cache.set('carla', 4)
  expect([cache.get('anna'), cache.get('bruno'), cache.get('carla')]).toEqual([3, undefined, 4])
})

test('a deleted key is gone at once', () => {
  const cache = expiringCache<number>({ forMs: 1000, atMost: 2 })
  cache.set('anna', 1)
  cache.delete('anna')
  expect(cache.get('anna')).toBeUndefined()
})
