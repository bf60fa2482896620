import { maxPoints } from '../rome-day.ts'
import { intervalsIn } from './intervals.ts'

const between = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })
const march = between('2026-03-28T21:30:00.000Z', '2026-04-02T10:00:00.000Z')

test.each([
  ['hour', between('2026-03-28T21:30:00.000Z', '2026-03-28T23:00:00.000Z'), ['2026-03-28T22:00:00.000Z']],
  ['day', between('2026-03-28T21:30:00.000Z', '2026-03-29T22:00:00.000Z'), ['2026-03-28T23:00:00.000Z']],
  ['week', march, ['2026-03-29T22:00:00.000Z']],
  ['month', march, ['2026-03-31T22:00:00.000Z']],
] as const)('a period is cut into the parts of each %s in Rome', (interval, period, cuts) => {
  const bounds = [period.fromMs, ...cuts.map(cut => Date.parse(cut)), period.toMs]
  expect(intervalsIn(interval, period)).toEqual(bounds.slice(1).map((end, at) => [bounds[at], end]))
})

test('a period has no more parts than can be shown, and one', () => {
  const years = between('2010-01-01', '2026-01-01')
  expect(intervalsIn('hour', years)).toHaveLength(maxPoints + 1)
})
