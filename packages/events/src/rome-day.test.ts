import fc from 'fast-check'
import {
  daysOf,
  endOfDay,
  maxPoints,
  mondayOf,
  romeDay,
  romeHour,
  romeIntervals,
  romeUnits,
  romeWeeks,
  sameTimeOn,
  weekFrom,
} from './rome-day.ts'

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

const weekOf = romeWeeks()
const { startOf: startOfWeek } = romeIntervals('week')
const mondayOfMoment = (time: string) => mondayOf(weekOf(Date.parse(time)))

test('a week runs from Monday to Sunday in Rome, also when the clocks change', () => {
  expect(mondayOfMoment('2026-11-22T22:59:59.999Z')).toBe('2026-11-16')
  expect(mondayOfMoment('2026-11-22T23:00:00.000Z')).toBe('2026-11-23')
  expect(mondayOfMoment('2026-07-05T21:59:59.999Z')).toBe('2026-06-29')
  expect(mondayOfMoment('2026-07-05T22:00:00.000Z')).toBe('2026-07-06')
  // The clocks change on a Sunday.
  expect(mondayOfMoment('2026-03-29T21:59:59.999Z')).toBe('2026-03-23')
  expect(mondayOfMoment('2026-03-29T22:00:00.000Z')).toBe('2026-03-30')
  expect(mondayOfMoment('2026-10-25T22:59:59.999Z')).toBe('2026-10-19')
  expect(mondayOfMoment('2026-10-25T23:00:00.000Z')).toBe('2026-10-26')
})

test('the week of a time starts before it, and the next one after it', () => {
  const moment = fc.integer({ min: Date.parse('1980-01-01'), max: Date.parse('2100-01-01') })
  fc.assert(
    fc.property(moment, atMs => {
      const week = weekOf(atMs)
      expect(startOfWeek(week)).toBeLessThanOrEqual(atMs)
      expect(startOfWeek(week + 1)).toBeGreaterThan(atMs)
      expect(romeDay(new Date(startOfWeek(week)))).toBe(mondayOf(week))
    }),
  )
})

test.each(romeUnits)(
  'a %s begins at midnight in Rome, ends where the next one begins, and may lack an hour',
  unit => {
    const { of, startOf } = romeIntervals(unit)
    const moment = fc.integer({ min: Date.parse('1965-01-01'), max: Date.parse('2100-01-01') })
    fc.assert(
      fc.property(moment, atMs => {
        const number = of(atMs)
        expect(startOf(number)).toBeLessThanOrEqual(atMs)
        expect(startOf(number + 1)).toBeGreaterThan(atMs)
        expect(of(startOf(number + 1))).toBe(number + 1)
      }),
    )
    const first = { day: '2026-03-29', week: '2026-03-23', month: '2026-03-01' }[unit]
    const number = of(Date.parse('2026-03-29T00:30:00.000Z'))
    expect(romeDay(new Date(startOf(number)))).toBe(first)
    const days = { day: 1, week: 7, month: 31 }[unit]
    expect(startOf(number + 1) - startOf(number)).toBe(days * 86_400_000 - 3_600_000)
  },
)

test('only a Monday starts a week', () => {
  expect(weekFrom(mondayOf(2_967))).toBe(2_967)
  expect(weekFrom('2026-11-17')).toBeNull()
  expect(weekFrom('domani')).toBeNull()
})

const iso = (ms: number) => new Date(ms).toISOString()

test.each([
  ['2026-01-01T09:00:00.000Z', '2026-01-01T23:00:00.000Z', 10],
  ['2026-03-28T23:30:00.000Z', '2026-03-29T22:00:00.000Z', 0],
  ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 0],
])('the day of %s ends at %s, and its hour is %i', (time, end, hour) => {
  expect(iso(endOfDay(Date.parse(time)))).toBe(end)
  expect(romeHour(Date.parse(time))).toBe(hour)
})

test.each([
  ['2026-02-01', '2026-01-01T09:30:00.000Z', '2026-02-01T09:30:00.000Z', 'in winter as in winter'],
  ['2026-07-01', '2026-01-01T09:30:00.000Z', '2026-07-01T08:30:00.000Z', 'in summer as in winter'],
  ['2026-01-01', '2026-07-01T22:30:00.000Z', '2025-12-31T23:30:00.000Z', 'in winter as in summer'],
  [
    '2026-03-29',
    '2026-01-01T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    'an hour later, where the clock skips it',
  ],
  [
    '2026-10-25',
    '2026-01-01T01:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    'the first time, where it is shown twice',
  ],
])('on %s the clock of %s shows the same at %s: %s', (day, time, shown) => {
  expect(iso(sameTimeOn(day, Date.parse(time)))).toBe(shown)
})

test('the days and weeks of a period are those that have a time in it, in their order', () => {
  const [days, weeks] = [daysOf('day'), daysOf('week')]
  const [from, to] = [Date.parse('2026-03-28T22:59:59.999Z'), Date.parse('2026-03-30T22:00:00.000Z')]
  expect([days(from), days(to - 1), days(to)]).toEqual(['2026-03-28', '2026-03-30', '2026-03-31'])
  expect(days.between(from, to)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(days.between(from, to + 1)).toHaveLength(4)
  expect([weeks(from), weeks(to)]).toEqual(['2026-03-23', '2026-03-30'])
  expect(weeks.between(from, to)).toEqual(['2026-03-23', '2026-03-30'])
  expect(weeks.between(from, Date.parse('2026-03-29T22:00:00.000Z'))).toEqual(['2026-03-23'])
})

test('of a period that is too long, one day more than can be shown is named', () => {
  expect(daysOf('day').between(0, 4_000 * 86_400_000)).toHaveLength(maxPoints + 1)
})
