import { expect, test } from 'vitest'
import { InvalidPosition, type Position } from '../port.ts'
import { logEnd, logStart, placeOf, tokenOf } from './place.ts'

const places = [
  logStart,
  { xid: 3n, position: 1n },
  { xid: 9n, position: 10n },
  { xid: 10n, position: 9n },
  { xid: 10n, position: 2n ** 33n },
  { xid: 2n ** 32n + 5n, position: 7n },
  logEnd,
]

test('positions compare as text as they follow each other in the log, beyond 32 bits too', () => {
  const tokens = places.map(place => tokenOf(1, place))
  expect(tokens.toSorted()).toEqual(tokens)
  expect(new Set(tokens.map(token => token.length)).size).toBe(1)
})

test('a position leads back to its place', () => {
  for (const place of places) expect(placeOf(7, tokenOf(7, place))).toEqual(place)
})

test('whatever came before a restore is earlier than all that came after', () => {
  expect(tokenOf(9, logEnd) < tokenOf(10, logStart)).toBe(true)
})

test('a position of another generation is refused, and says so', () => {
  const token = tokenOf(16, { xid: 10n, position: 1n })
  expect(() => placeOf(17, token)).toThrow(InvalidPosition)
  expect(() => placeOf(17, token)).toThrow(/generation 16.*17/)
})

test('what was never a position is refused', () => {
  const token = tokenOf(1, { xid: 10n, position: 1n })
  for (const text of [
    '',
    '0',
    token.slice(1),
    `${token}0`,
    token.toUpperCase().replace('A', 'G'),
    ` ${token}`,
  ]) {
    expect(() => placeOf(1, text as Position), JSON.stringify(text)).toThrow(InvalidPosition)
  }
  expect(() => placeOf(1, '00000001-0000000000000001-ffffffffffffffff' as Position)).toThrow(InvalidPosition)
})

test('a place as PostgreSQL tells it has the token of its numbers', () => {
  for (const { xid, position } of places)
    expect(tokenOf(7, { xid: String(xid), position: String(position) })).toBe(tokenOf(7, { xid, position }))
})
