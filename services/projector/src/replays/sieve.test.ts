import { expect, test } from 'vitest'
import { Sieve } from './sieve.ts'

test('a sieve holds back most names that were never put in, and none that was', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `visit-session_1767261600000_${at.toString(16)}`)
  const sieve = new Sieve()
  expect(names.some(name => sieve.mayHold(name))).toBe(false)
  for (const name of names.slice(0, 10_000)) sieve.put(name)
  expect(names.slice(0, 10_000).every(name => sieve.mayHold(name))).toBe(true)
  expect(names.slice(10_000).filter(name => sieve.mayHold(name)).length).toBeLessThan(100)
})
