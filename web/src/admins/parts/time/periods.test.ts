import { expect, test } from 'vitest'
import { spanInWords, spanOf, spanWord } from './durations.ts'
import { fromOf, stepped, toOf } from './periods.ts'

test('The period before has as many days, though one of them has 25 hours', () => {
  expect(stepped({ from: '2026-10-25T23:00:00.000Z', to: '2026-10-27T23:00:00.000Z' }, -1)).toEqual({
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  })
})

test('A day in an address is the whole day; other texts are null', () => {
  expect(fromOf('2026-11-22')).toBe('2026-11-21T23:00:00.000Z')
  expect(toOf('2026-11-22')).toBe('2026-11-22T23:00:00.000Z')
  expect(toOf('2026-11-22T10:00:00Z')).toBe('2026-11-22T10:00:00.000Z')
  for (const none of ['', 'ieri', '2026-02-31', '2026', '2026-13-01T00:00:00Z'])
    expect(fromOf(none)).toBeNull()
})

test.each([
  [0, 'nello stesso istante'],
  [0.25, 'meno di un secondo'],
  [1, '1 secondo'],
  [4.25, '4,3 secondi'],
  [60, '1 minuto'],
  [200.4, '3 minuti e 20 secondi'],
  [3_661, '1 ora e 1 minuto'],
  [7_200, '2 ore'],
  [97_200, '1 giorno e 3 ore'],
  [-90, '−1 minuto e 30 secondi'],
])('%d seconds are «%s»', (seconds, words) => {
  expect(spanInWords(seconds)).toBe(words)
})

test('A duration has the greatest unit that divides it', () => {
  expect([90, 5_400, 7_200, 86_400, 0.5].map(spanWord)).toEqual(['90s', '90m', '2h', '1d', '0.5s'])
  expect(['90s', '90m', '2h', '1d', '0.5s'].map(spanOf)).toEqual([90, 5_400, 7_200, 86_400, 0.5])
  expect(['', '5', 'h', '-1h', '1e3s'].map(spanOf)).toEqual([null, null, null, null, null])
})
