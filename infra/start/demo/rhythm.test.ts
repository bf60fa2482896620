import { expect, test } from 'vitest'
import { random } from './random.ts'
import { momentsOf, romeMidnight, romeTime } from './rhythm.ts'

const untilMs = Date.parse('2026-06-29T00:00:00+02:00')
const span = { fromMs: romeMidnight(untilMs, 28), untilMs }
const moments = momentsOf(span, 40_000, random('rhythm'))

const countBy = (of: (atMs: number) => number): number[] => {
  const counts: number[] = []
  for (const atMs of moments) counts[of(atMs)] = (counts[of(atMs)] ?? 0) + 1
  return counts
}

test('moments come in their order, and all within the span', () => {
  expect(moments).toEqual(moments.toSorted())
  expect(moments[0]).toBeGreaterThanOrEqual(span.fromMs)
  expect(moments.at(-1)).toBeLessThanOrEqual(untilMs)
})

test('Italy sleeps at four in the morning, works by day and is at its busiest in the evening', () => {
  const byHour = countBy(atMs => romeTime(atMs).hour)
  const [night = 0, morning = 0, evening = 0] = [byHour[4], byHour[10], byHour[21]]
  expect(evening).toBeGreaterThan(morning)
  expect(morning).toBeGreaterThan(10 * night)
  expect(Math.max(...byHour)).toBe(evening)
})

test('a working day has more visits than a Sunday', () => {
  const byWeekday = countBy(atMs => romeTime(atMs).weekday)
  for (const weekday of [1, 2, 3, 4, 5]) expect(byWeekday[weekday]).toBeGreaterThan((byWeekday[0] ?? 0) * 1.1)
})

test.each([
  ['2026-03-29T10:00:00Z', 0, '2026-03-28T23:00:00Z'],
  ['2026-03-30T10:00:00Z', 0, '2026-03-29T22:00:00Z'],
  ['2026-03-30T10:00:00Z', 2, '2026-03-27T23:00:00Z'],
  ['2026-10-25T22:59:59Z', 0, '2026-10-24T22:00:00Z'],
  ['2026-10-25T23:00:00Z', 0, '2026-10-25T23:00:00Z'],
  ['2026-11-05T00:30:00Z', 29, '2026-10-06T22:00:00Z'],
])(
  'midnight in Rome, at %s and %i days before, is %s, also around a change of the clocks',
  (now, days, midnight) => {
    expect(new Date(romeMidnight(Date.parse(now), days)).toISOString()).toBe(midnight.replace('Z', '.000Z'))
  },
)
