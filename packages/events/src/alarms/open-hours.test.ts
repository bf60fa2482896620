import { daysAfter, startOfDay } from '../rome-day.ts'
import { easter, isHoliday } from './holidays.ts'
import { openHours } from './open-hours.ts'

const hourMs = 3_600_000
const [from, to] = [Date.parse('2025-12-31T23:00:00Z'), Date.parse('2026-12-31T23:00:00Z')]
const week = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }
const rome = (time: string, offset = '+01:00') => Date.parse(`2026-${time}:00${offset}`)

test('Easter is where the calendars have it', () => {
  const days = [2024, 2025, 2026, 2027, 2038, 2049, 2076].map(year =>
    new Date(easter(year)).toISOString().slice(0, 10),
  )
  expect(days).toEqual([
    ...['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'],
    ...['2049-04-18', '2076-04-19'],
  ])
})

test('a year has its Italian holidays, San Francesco from 2026 on', () => {
  const holidaysOf = (year: number) =>
    Array.from({ length: 365 }, (_, at) => daysAfter(`${year}-01-01`, at)).filter(isHoliday)
  expect(holidaysOf(2026).map(day => day.slice(5))).toEqual([
    ...['01-01', '01-06', '04-05', '04-06', '04-25', '05-01', '06-02'],
    ...['08-15', '10-04', '11-01', '12-08', '12-25', '12-26'],
  ])
  expect(holidaysOf(2025)).not.toContain('2025-10-04')
})

test('every day of a year has its nine open hours, or none', () => {
  const hours = openHours({ open: week, holidays: true }, from, to)
  let open = 0
  for (let day = '2026-01-01'; day < '2027-01-01'; day = daysAfter(day, 1)) {
    const [start, end] = [startOfDay(day), startOfDay(daysAfter(day, 1))]
    const openMs = hours.openMs(end) - hours.openMs(start)
    const isWorked = [1, 2, 3, 4, 5].includes(new Date(`${day}T00:00Z`).getUTCDay()) && !isHoliday(day)
    expect([day, openMs]).toEqual([day, isWorked ? 9 * hourMs : 0])
    open += openMs
  }
  expect(open).toBe(254 * 9 * hourMs)
})

test('a day of 23 hours and one of 25 are open as long as they last', () => {
  for (const opening of [{}, { open: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' } }]) {
    const hours = openHours(opening, from, to)
    const length = (day: string) =>
      (hours.openMs(startOfDay(daysAfter(day, 1))) - hours.openMs(startOfDay(day))) / hourMs
    expect(['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map(length)).toEqual([24, 23, 25, 24])
  }
})

test.each([
  ['within a day', rome('11-26T16:00'), 6, rome('11-26T10:00')],
  ['over a night', rome('11-26T10:00'), 6, rome('11-25T13:00')],
  ['over a weekend', rome('11-30T10:00'), 6, rome('11-27T13:00')],
  ['at night, as at closing time', rome('11-26T23:00'), 6, rome('11-26T12:00')],
  ['on a Sunday, as at closing time of Friday', rome('11-29T12:00'), 6, rome('11-27T12:00')],
  ['that begin with a day', rome('11-30T15:00'), 6, rome('11-30T09:00')],
  ['over Ferragosto and its weekend', rome('08-17T10:00', '+02:00'), 2, rome('08-14T17:00', '+02:00')],
  ['over the change of the clock', rome('10-26T10:00'), 2, rome('10-23T17:00', '+02:00')],
  ['over a holiday within a week', rome('06-03T10:00', '+02:00'), 2, rome('06-01T17:00', '+02:00')],
  ['that begin before everything', rome('01-02T10:00'), 2, Number.NEGATIVE_INFINITY],
])('open hours are counted back %s', (_, at, hours, start) => {
  expect(openHours({ open: week, holidays: true }, from, to).back(at, hours * hourMs)).toBe(start)
})

test('from every half hour of a year, the way back has as many open hours', () => {
  const hours = openHours({ open: week, holidays: true }, from, to)
  for (let at = rome('02-01T00:00'); at < to; at += hourMs / 2) {
    const start = hours.back(at, 6 * hourMs)
    expect(hours.openMs(at) - hours.openMs(start)).toBe(6 * hourMs)
  }
})
