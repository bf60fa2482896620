import { romeDay } from '@tba/events/rome-day.ts'
import fc from 'fast-check'
import { addDays, dayOf, lastDayBefore, momentName, startOfDay } from './rome-time.ts'

test('Every day begins at the end of the previous one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), days => {
      const day = addDays('1995-01-01', days)
      const start = startOfDay(day)
      expect(romeDay(start)).toBe(day)
      expect(romeDay(new Date(Date.parse(start) - 1))).toBe(addDays(day, -1))
    }),
  )
})

test('A moment at the start of a day is named by the day', () => {
  expect(momentName('2026-11-21T23:00:00.000Z')).toBe('22 nov 2026')
  expect(momentName('2026-11-22')).toBe('22 nov 2026')
  expect(momentName('2026-11-21T23:30:00.000Z')).toBe('22 nov 2026, 00:30')
  expect(momentName('ieri')).toBe('ieri')
})

test.each([
  '0002-11-22T00:00:00.000Z',
  '0000-01-01',
  '-000044-03-15T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
])('A filter by %s, which anybody can write into an address, has a name and a day like any other', at => {
  expect(momentName(at)).not.toBe('')
  expect(dayOf(at)).toMatch(/^\d{4,6}-\d\d-\d\d$/)
  expect(() => startOfDay(addDays(lastDayBefore(at), 1))).not.toThrow()
})
