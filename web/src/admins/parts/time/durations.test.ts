import { shiftPeriod } from '@tba/events/period.ts'
import { durationInWords, unitOf } from './durations.ts'

test('The previous period has as many days, although one of them has 25 hours', () => {
  expect(shiftPeriod({ from: '2026-10-25T23:00:00.000Z', to: '2026-10-27T23:00:00.000Z' }, -1)).toEqual({
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  })
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
])('%d seconds are «%s»', (seconds, words) => expect(durationInWords(seconds)).toBe(words))

test('A duration uses the greatest unit that divides it', () =>
  expect([90, 5_400, 7_200, 86_400, 0.5].map(seconds => unitOf(seconds).letter)).toEqual([
    's',
    'm',
    'h',
    'd',
    's',
  ]))
