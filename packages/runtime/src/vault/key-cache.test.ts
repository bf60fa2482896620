import { createSecretKey, randomBytes } from 'node:crypto'
import type { PersonKey } from '../sealing/keyring.ts'
import { type KeyCache, keyCache } from './key-cache.ts'

const keyOf = (person: string): PersonKey => ({
  person,
  version: 1,
  id: 'k1',
  key: createSecretKey(randomBytes(32)),
})
const keep = (cache: KeyCache, ...persons: string[]) => {
  for (const person of persons) cache.reading()(keyOf(person))
}
const kept = (cache: KeyCache, ...persons: string[]) => persons.filter(person => cache.get(person))

test('a key stays until its time is over, also if it is used', () => {
  const clock = { nowMs: 1, now: () => clock.nowMs }
  const cache = keyCache({ forMs: 1000, perf: clock })
  keep(cache, 'anna')
  clock.nowMs += 1000
  expect(kept(cache, 'anna')).toEqual(['anna'])
  clock.nowMs += 1
  expect(kept(cache, 'anna')).toEqual([])
})

test('evicts the least recently used key when full', () => {
  const cache = keyCache({ atMost: 2 })
  keep(cache, 'anna', 'bruno')
  cache.get('anna')
  keep(cache, 'carla')
  expect(kept(cache, 'anna', 'bruno', 'carla')).toEqual(['anna', 'carla'])
})

test('forgets a destroyed key at once', () => {
  const cache = keyCache()
  keep(cache, 'anna', 'bruno')
  cache.forget('anna')
  expect(kept(cache, 'anna', 'bruno')).toEqual(['bruno'])
})

test('does not cache a key that may have been destroyed while it was read', () => {
  const cache = keyCache()
  const keepAnna = cache.reading()
  cache.forget('anna')
  keepAnna(keyOf('anna'))
  expect(kept(cache, 'anna')).toEqual([])
})

test('while suspended, caches no key, also none that was being read', () => {
  const cache = keyCache()
  keep(cache, 'anna')
  cache.suspend()
  keep(cache, 'bruno')
  const keepCarla = cache.reading()
  cache.resume()
  keepCarla(keyOf('carla'))
  expect(kept(cache, 'anna', 'bruno', 'carla')).toEqual([])
  keep(cache, 'dario')
  expect(kept(cache, 'dario')).toEqual(['dario'])
})
