import type { Position } from './port.ts'
import { shareOfLog } from './position.ts'

const hex = (number: number) => number.toString(16).padStart(16, '0')
const postgres = (number: number) => `00000001-${hex(900 + number)}-${hex(number)}` as Position
const eventStore = (number: number) => `${hex(number)}-${hex(number)}-0badcafe` as Position

test.each([
  ['PostgreSQL', postgres],
  ['EventStoreDB', eventStore],
])('the share of a log in %s grows from 0 to 1', (_name, at) => {
  const ends = { from: at(1_000), to: at(3_000) }
  const shares = [at(1_000), at(1_500), at(3_000), at(4_000)].map(position => shareOfLog(position, ends))
  expect(shares).toEqual([0, 0.25, 1, 1])
  expect(shareOfLog('' as Position, ends)).toBe(0)
})

test('the share of a log with one event is 0 or 1', () => {
  const ends = { from: postgres(5), to: postgres(5) }
  expect([shareOfLog('' as Position, ends), shareOfLog(postgres(5), ends)]).toEqual([0, 1])
})
