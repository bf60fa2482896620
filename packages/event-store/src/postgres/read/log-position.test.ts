import { InvalidPosition, type Position } from '../../port.ts'
import { formatPosition, logEnd, logStart, parsePosition } from './log-position.ts'

const logPositions = [
  logStart,
  { xid: 3n, position: 1n },
  { xid: 9n, position: 10n },
  { xid: 10n, position: 9n },
  { xid: 10n, position: 2n ** 33n },
  { xid: 2n ** 32n + 5n, position: 7n },
  logEnd,
]

test('positions as text have the order of the log, also beyond 32 bits', () => {
  const tokens = logPositions.map(logPosition => formatPosition(1, logPosition))
  expect(tokens.toSorted()).toEqual(tokens)
  expect(new Set(tokens.map(token => token.length)).size).toBe(1)
})

test('parses a position that it formatted', () => {
  for (const logPosition of logPositions)
    expect(parsePosition(7, formatPosition(7, logPosition))).toEqual(logPosition)
})

test('positions from before a restore are earlier than those after', () =>
  expect(formatPosition(9, logEnd) < formatPosition(10, logStart)).toBe(true))

test('refuses a position of another generation, and says so', () => {
  const token = formatPosition(16, { xid: 10n, position: 1n })
  expect(() => parsePosition(17, token)).toThrow(InvalidPosition)
  expect(() => parsePosition(17, token)).toThrow(/generation 16.*17/)
})

test('refuses a number beyond the last position', () => {
  const beyond = '00000001-0000000000000001-ffffffffffffffff' as Position
  expect(() => parsePosition(1, beyond)).toThrow(InvalidPosition)
})

test('formats PostgreSQL’s text like its numbers', () => {
  for (const { xid, position } of logPositions)
    expect(formatPosition(7, { xid: String(xid), position: String(position) })).toBe(
      formatPosition(7, { xid, position }),
    )
})
