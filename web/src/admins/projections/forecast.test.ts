import { forecast } from './forecast.ts'

test.each([
  ['is gone after as long again as the half took', [60_000, 30_000], 'alla pari tra 30 s'],
  ['needs minutes', [300_000, 290_000], 'alla pari tra 14 min 30 s'],
  ['grows', [60_000, 61_000], 'non recupera'],
  ['stands', [60_000, 60_000], 'non recupera'],
  ['is short', [60_000, 4_000], null],
])('a lag that %s', (_what, [before, now], text) => {
  const samples = [before, now].map((lagMs = 0, at) => ({ atMs: at * 30_000, lagMs }))
  expect(forecast(samples)).toBe(text)
})

test('one answer says nothing, nor two within a moment', () => {
  const sample = { atMs: 0, lagMs: 60_000 }
  expect(forecast([])).toBeNull()
  expect(forecast([sample])).toBeNull()
  expect(forecast([sample, { atMs: 1_000, lagMs: 30_000 }])).toBeNull()
})
