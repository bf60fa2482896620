import { z } from 'zod'
import { askedPeriod, checkPeriod, resolvePeriods } from './asked-period.ts'
import {
  dayNumber,
  isPeriod,
  isStartOfDay,
  periodBefore,
  periodOf,
  type RelativePeriod,
  shiftPeriod,
} from './period.ts'

/** A Monday. */
const nowMs = Date.parse('2026-11-30T12:00:00Z')
/** Midnights in Rome, as times in UTC. */
const winter = (from: string, to: string) => ({ from: `${from}T23:00:00.000Z`, to: `${to}T23:00:00.000Z` })

test.each<[RelativePeriod, ReturnType<typeof winter>, ReturnType<typeof winter>]>([
  ['today', winter('2026-11-29', '2026-11-30'), winter('2026-11-28', '2026-11-29')],
  ['yesterday', winter('2026-11-28', '2026-11-29'), winter('2026-11-27', '2026-11-28')],
  ['7d', winter('2026-11-23', '2026-11-30'), winter('2026-11-16', '2026-11-23')],
  ['14d', winter('2026-11-16', '2026-11-30'), winter('2026-11-02', '2026-11-16')],
  [
    '30d',
    winter('2026-10-31', '2026-11-30'),
    { from: '2026-10-01T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
  ],
  [
    '90d',
    { from: '2026-09-01T22:00:00.000Z', to: '2026-11-30T23:00:00.000Z' },
    { from: '2026-06-03T22:00:00.000Z', to: '2026-09-01T22:00:00.000Z' },
  ],
  ['lastWeek', winter('2026-11-22', '2026-11-29'), winter('2026-11-15', '2026-11-22')],
  [
    'month',
    winter('2026-10-31', '2026-11-30'),
    { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
  ],
])('«%s» holds whole days in Rome, and so does the period before', (name, period, before) => {
  expect(periodOf(name, nowMs)).toEqual(period)
  expect(periodBefore(name, nowMs)).toEqual(before)
})

test('a month ends with itself, however many days it and the next one have', () => {
  const january = Date.parse('2026-01-31T12:00:00Z')
  expect(periodOf('month', january)).toEqual(winter('2025-12-31', '2026-01-31'))
  expect(periodBefore('month', january)).toEqual(winter('2025-11-30', '2025-12-31'))
  expect(periodOf('month', Date.parse('2026-02-01T12:00:00Z'))).toEqual(winter('2026-01-31', '2026-02-28'))
})

test('whole days stay whole when the period moves over a change of the clock', () => {
  const longDay = { from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' }
  expect(shiftPeriod(longDay, -1)).toEqual({
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-24T22:00:00.000Z',
  })
  expect(shiftPeriod(longDay, 1)).toEqual(winter('2026-10-25', '2026-10-26'))
  expect(dayNumber(longDay.to) - dayNumber(longDay.from)).toBe(1)
  expect(dayNumber('1970-01-01T23:00:00Z')).toBe(1)
})

test('another period moves by its length', () => {
  const hour = { from: '2026-11-30T10:00:00.000Z', to: '2026-11-30T11:00:00.000Z' }
  expect(shiftPeriod(hour, -1)).toEqual({ from: '2026-11-30T09:00:00.000Z', to: hour.from })
  expect(shiftPeriod(hour, 1)).toEqual({ from: hour.to, to: '2026-11-30T12:00:00.000Z' })
  const toMidnight = { from: '2026-11-30T22:00:00.000Z', to: '2026-11-30T23:00:00.000Z' }
  expect(shiftPeriod(toMidnight, -1)).toEqual({ from: '2026-11-30T21:00:00.000Z', to: toMidnight.from })
  expect([toMidnight.from, toMidnight.to].map(isStartOfDay)).toEqual([false, true])
  expect(shiftPeriod({ from: 'ieri', to: hour.to }, 1)).toEqual({ from: 'ieri', to: hour.to })
})

test('a period with both ends begins before it ends', () => {
  expect([{}, { from: 2 }, { to: 1 }, { from: 1, to: 2 }].map(isPeriod)).toEqual([true, true, true, true])
  expect(
    [
      { from: 2, to: 2 },
      { from: 3, to: 2 },
    ].map(isPeriod),
  ).toEqual([false, false])
})

describe('the period of a question', () => {
  const asked = z.strictObject(askedPeriod).superRefine(checkPeriod)
  const [from, to, later] = [
    '2026-11-01T00:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
    '2026-11-03T00:00:00.000Z',
  ]
  const refusal = (value: object) =>
    asked.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])

  test.each([
    [{ from, to }],
    [{ period: '7d' }],
    [{ period: '7d', compareTo: 'previous' }],
    [{ from, to, compareTo: { from: to, to: later } }],
    [{ period: 'month', compareTo: { from, to } }],
  ])('%j is one', value => expect(refusal(value)).toBeUndefined())

  test.each([
    [{ from }, 'to', 'Data di fine richiesta'],
    [{ to }, 'from', 'Data di inizio richiesta'],
    [{}, 'from', 'Data di inizio richiesta'],
    [{ from: 'ieri', to }, 'from', 'Data di inizio non valida'],
    [{ from, to: 'oggi' }, 'to', 'Data di fine non valida'],
    [{ period: '8d' }, 'period', 'Periodo non valido'],
    [{ period: '7d', from }, 'period', 'Un periodo si dà con le date o con un nome, non con entrambi'],
    [{ period: '7d', to }, 'period', 'Un periodo si dà con le date o con un nome, non con entrambi'],
    [{ from: to, to: from }, 'to', 'Il periodo finisce prima di cominciare'],
    [{ from, to, compareTo: 'next' }, 'compareTo', 'Confronto non valido'],
    [{ from, to, compareTo: { from: later, to } }, 'compareTo.to', 'Il periodo finisce prima di cominciare'],
    [
      { from, to, compareTo: 'previous' },
      'compareTo',
      'Il periodo precedente si confronta con un periodo che ha un nome',
    ],
  ])('%j is refused', (value, field, message) => expect(refusal(value)?.[0]).toEqual([field, message]))

  test('gets the dates that its names mean now, and keeps all else', () => {
    expect(resolvePeriods({ period: 'today', compareTo: 'previous', limit: 3 }, nowMs)).toEqual({
      ...periodOf('today', nowMs),
      compareTo: periodBefore('today', nowMs),
      limit: 3,
    })
    expect(resolvePeriods({ from, to }, nowMs)).toEqual({ from, to })
    const compareTo = { from: to, to: later }
    expect(resolvePeriods({ period: '7d', compareTo }, nowMs)).toEqual({
      ...periodOf('7d', nowMs),
      compareTo,
    })
  })
})
