import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyIndex } from './key-index.ts'

const most = 2 ** 53
const key = fc.oneof(
  fc.maxSafeInteger(),
  // Keys that have one half in common.
  fc.nat(1_000).map(low => 7 * 2 ** 32 + low),
  fc.nat(1_000).map(high => high * 2 ** 32 + 7),
  fc.constantFrom(0, most, -most, 1, -1),
)

test('every key has a number of its own, in the order in which they came, and the same one ever after', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 5_000 }), keys => {
      const index = new KeyIndex()
      const expected = new Map<number, number>()
      for (const key of keys) {
        expect(index.find(key)).toBe(expected.get(key) ?? -1)
        if (!expected.has(key)) expected.set(key, expected.size)
        expect(index.numberOf(key)).toBe(expected.get(key))
      }
      expect(index.size).toBe(expected.size)
      for (const [key, number] of expected) expect(index.keys[number]).toBe(key)
    }),
    { numRuns: 50 },
  )
})
