import { expect, test } from 'vitest'
import { eventOf, fact, viewed, visitOf } from '../../../testing/visits.ts'
import { clockOf, lengthOf } from '../../parts/time/durations.ts'
import { filmOf, frameAt, realAt } from './film.ts'
import { nearest, placeOf, ribbonOf } from './ribbon.view.tsx'

const film = filmOf(visitOf().events)

test('A long pause takes four seconds and shows its real length', () => {
  const lead = film.frames.find(({ event }) => event.type === 'LeadSubmitted')
  expect(lead).toMatchObject({ realMs: 249_000, pauseMs: 240_000, isConversion: true, kind: 'fact' })
  const before = film.frames[frameAt(film, (lead?.filmMs ?? 0) - 1)]
  expect((lead?.filmMs ?? 0) - (before?.filmMs ?? 0)).toBe(4_000)
  expect(film.realMs).toBe(252_000)
  expect(film.endMs).toBeLessThan(20_000)
  expect(realAt(film, film.endMs)).toBe(252_000)
})

test('Events of one moment are shown one by one', () => {
  const times = film.frames.map(({ filmMs }) => filmMs)
  expect(new Set(times).size).toBe(times.length)
  for (const [at, ms] of times.entries()) expect(frameAt(film, ms)).toBe(at)
})

test('If the clock stepped back, time stands still and the order stays', () => {
  const back = filmOf([viewed(5_000), viewed(2_000, '/strategies'), viewed(9_000)])
  expect(back.frames.map(({ realMs }) => realMs)).toEqual([0, 0, 4_000])
  expect(filmOf([eventOf('VisitStarted', {}, { recordedAt: 'rotto' }), viewed(1)]).realMs).toBe(0)
})

test.each([
  [0, '0 s', '0:00'],
  [59_400, '59 s', '0:59'],
  [143_600, '2 min 24 s', '2:24'],
  [3_600_000, '1 h', '1:00:00'],
  [90_061_000, '1 g 1 h', '25:01:01'],
])('%i ms are «%s», and %s on a clock', (ms, length, clock) =>
  expect([lengthOf(ms), clockOf(ms)]).toEqual([length, clock]),
)

test('On the ribbon events are in order, and a pause is a gap with its length', () => {
  const ribbon = ribbonOf(film, ({ event }) => event.type)
  const places = ribbon.marks.map(({ x }) => x)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places).size).toBe(places.length)
  expect(ribbon.gaps.map(({ pauseMs }) => pauseMs)).toEqual([240_000])
  expect(ribbon.stretches.map(({ page }) => page)).toEqual(['/'])
  for (const { at, x, frame } of ribbon.marks) {
    expect(placeOf(film, ribbon, frame.filmMs)).toBe(x)
    expect(nearest(ribbon, x + 1)).toBe(at)
  }
  expect(ribbon.width).toBeGreaterThan(places.at(-1) ?? 0)
})

test('Captions of the same moment are in rows without overlap', () => {
  const crowded = filmOf([0, 1, 2, 3, 4, 5].map(at => fact(at, 'SetupStepCompleted')))
  const { captions, rows } = ribbonOf(crowded, () => 'Passo completato')
  expect(captions.map(({ row }) => row)).toEqual([0, 1, 2, 3, 3, 3])
  expect(rows).toBe(4)
})
