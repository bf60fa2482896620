import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfLog, packed, unpacked } from './packed-position.ts'
import { InvalidPosition, type Position } from './port.ts'

const digits = (count: number) =>
  fc
    .bigInt({ min: 0n, max: 2n ** BigInt(4 * count) - 1n })
    .map(value => value.toString(16).padStart(count, '0'))

const inPostgres = fc
  .tuple(digits(16), digits(16))
  .map(([xid, number]) => `00000003-${xid}-${number}` as Position)

const inEventStore = fc
  .tuple(digits(15), fc.integer({ min: -1000, max: 1000 }), digits(8))
  .map(([commit, apart, id]) => {
    const at = BigInt(`0x${commit}`) + 1000n
    const hex = (value: bigint) => value.toString(16).padStart(16, '0')
    return `${hex(at)}-${hex(at + BigInt(apart))}-${id}` as Position
  })

test.each([
  ['PostgreSQL', inPostgres],
  ['EventStoreDB', inEventStore],
])('a position in %s comes back as it was, and keeps its order', (_, positions) => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      expect(unpacked(packed(one), other)).toBe(one)
      if (one < other) expect(packed(one) <= packed(other)).toBe(true)
    }),
  )
})

test('it has the form of a UUID', () => {
  const position = '00000001-00000000000003e8-00000000000000ff' as Position
  expect(packed(position)).toBe('00000000-0000-03e8-0000-0000000000ff')
})

test('what is no position is refused', () => {
  expect(() => packed('x' as Position)).toThrow(InvalidPosition)
})

test('a text is a position of a log only where it is one of that kind of log, and of its generation', () => {
  const here = '00000001-00000000000003e8-00000000000000ff' as Position
  const there = '00000000000003e8-00000000000003e8-0000abcd' as Position
  expect([isOfLog(here, here), isOfLog(there, there)]).toEqual([true, true])
  expect(isOfLog('00000002-00000000000003e8-00000000000000ff', here)).toBe(false)
  expect([isOfLog(there, here), isOfLog(here, there), isOfLog('mai', here)]).toEqual([false, false, false])
  expect(isOfLog('0000000000000000-ffffffffffffffff-0000abcd', there)).toBe(false)
})
