import { comparisonPeriod, datedAddress, stepPeriod } from '../parts/time/period.ts'

const days = (from: string, to: string) => ({ from: `${from}:00.000Z`, to: `${to}:00.000Z` })
const september = days('2026-08-31T22:00', '2026-09-30T22:00')
const october = days('2026-09-30T22:00', '2026-10-31T23:00')
const november = days('2026-10-31T23:00', '2026-11-30T23:00')

test('The next period after days has as many days, after a month it is the next month, also across clock changes', () => {
  expect(stepPeriod(october, 1)).toEqual(november)
  expect(stepPeriod(november, -1)).toEqual(october)
  expect(stepPeriod(october, -1)).toEqual(september)
  const week = days('2026-10-18T22:00', '2026-10-25T23:00')
  expect(stepPeriod(week, 1)).toEqual(days('2026-10-25T23:00', '2026-11-01T23:00'))
  expect(stepPeriod(week, -1)).toEqual(days('2026-10-11T22:00', '2026-10-18T22:00'))
  const hours = days('2026-11-18T10:00', '2026-11-18T12:30')
  expect(stepPeriod(hours, -1)).toEqual(days('2026-11-18T07:30', '2026-11-18T10:00'))
})

test.each([
  [
    'a day in the past',
    days('2026-11-16T23:00', '2026-11-17T23:00'),
    days('2026-11-15T23:00', '2026-11-16T23:00'),
  ],
  ['today', days('2026-11-17T23:00', '2026-11-18T23:00'), days('2026-11-16T23:00', '2026-11-17T14:20')],
  ['seven days', days('2026-11-11T23:00', '2026-11-18T23:00'), days('2026-11-04T23:00', '2026-11-11T14:20')],
  ['this month', november, days('2026-09-30T22:00', '2026-10-18T13:20')],
  [
    'days in the future',
    days('2026-11-20T23:00', '2026-11-21T23:00'),
    days('2026-11-19T23:00', '2026-11-20T23:00'),
  ],
])('%s: compared up to the same time of day', (_name, period, compared) =>
  expect(comparisonPeriod(period, Date.parse('2026-11-18T14:20:00Z'))).toEqual(compared),
)

test('A month is compared with at most the whole of a shorter month', () => {
  const march = days('2026-02-28T23:00', '2026-03-31T22:00')
  const february = days('2026-01-31T23:00', '2026-02-28T23:00')
  expect(comparisonPeriod(march, Date.parse('2026-03-30T10:00:00Z'))).toEqual(february)
})

test.each([
  ['a day of 25 hours', '2026-10-25T11:00', '2026-10-24T10:00'],
  ['the day after it', '2026-10-26T11:00', '2026-10-25T11:00'],
  ['a day of 23 hours', '2026-03-29T10:00', '2026-03-28T11:00'],
  ['the day after it', '2026-03-30T10:00', '2026-03-29T10:00'],
  ['the hour that the day before skipped', '2026-03-30T00:30', '2026-03-29T01:30'],
])('The same time of day is that of Rome’s clock: %s', (_name, now, end) => {
  const address = datedAddress('/api?period=today&compare=previous', Date.parse(`${now}:00Z`))
  expect(new URLSearchParams(address.split('?')[1]).get('compareTo')).toBe(`${end}:00.000Z`)
})

test('A page that stays open over midnight asks about the new day', () => {
  const asked = '/api?period=7d&compare=previous&device=mobile'
  const daysAt = (now: string) => [...new URLSearchParams(datedAddress(asked, Date.parse(now)).split('?')[1])]
  expect(daysAt('2026-11-18T22:59:59Z')).toEqual([
    ['from', '2026-11-11T23:00:00.000Z'],
    ['to', '2026-11-18T23:00:00.000Z'],
    ['compareFrom', '2026-11-04T23:00:00.000Z'],
    ['compareTo', '2026-11-11T22:59:59.000Z'],
    ['device', 'mobile'],
  ])
  expect(daysAt('2026-11-18T23:00:01Z').slice(0, 2)).toEqual([
    ['from', '2026-11-12T23:00:00.000Z'],
    ['to', '2026-11-19T23:00:00.000Z'],
  ])
})
