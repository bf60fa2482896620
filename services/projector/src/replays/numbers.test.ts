import { expect, test } from 'vitest'
import { Numbers } from './numbers.ts'

test('names have the numbers in whose order they came, however many there are', () => {
  const numbers = new Numbers()
  const names = Array.from({ length: 2_000 }, (_, at) => `visit-${at}`)
  expect(names.map(name => numbers.of(name))).toEqual(names.keys().toArray())
  expect(names.map(name => numbers.of(name))).toEqual(names.keys().toArray())
  expect([numbers.size, numbers.find('visit-1999'), numbers.find('nobody')]).toEqual([2_000, 1_999, -1])
})
