import { firstOpenOf } from './trend.tsx'

const day = (start: string) => ({ start, entered: 1, converted: 0, conversion: 0 })
const trend = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map(day)
const request = { trend, unit: 'day', windowSeconds: 3_600 } as const
const at = (moment: string) => ({ ...request, atMs: Date.parse(moment) })

test('A trend is open from the first day whose last units still have time', () => {
  expect(firstOpenOf(at('2026-11-21T12:00:00Z'))).toBe(3)
  // Half an hour after midnight in Rome, the window of yesterday’s last unit is still open.
  expect(firstOpenOf(at('2026-11-20T23:30:00Z'))).toBe(2)
  expect(firstOpenOf(at('2026-11-22T00:00:00Z'))).toBe(-1)
  expect(firstOpenOf({ ...at('2026-11-21T12:00:00Z'), windowSeconds: 2 * 86_400 })).toBe(1)
})
