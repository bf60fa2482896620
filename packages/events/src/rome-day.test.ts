import { expect, test } from 'vitest'
import { romeDay } from './rome-day.ts'

test.each([
  ['2026-01-01T22:59:59.999Z', '2026-01-01', 'winter, a millisecond before midnight'],
  ['2026-01-01T23:00:00.000Z', '2026-01-02', 'winter, midnight'],
  ['2026-07-01T21:59:59.999Z', '2026-07-01', 'summer, a millisecond before midnight'],
  ['2026-07-01T22:00:00.000Z', '2026-07-02', 'summer, midnight'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01', 'the new year'],
  ['0202-11-22T12:00:00.000Z', '0202-11-22', 'a year that is still being typed'],
])('%s is on %s in Rome (%s)', (time, day) => {
  expect(romeDay(time)).toBe(day)
  expect(romeDay(new Date(time))).toBe(day)
})
