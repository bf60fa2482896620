import { rate } from './rate.ts'

test('a rate is the mean of the last five seconds, and shorter work counts as one second', () => {
  let nowMs = 0
  const next = rate(() => nowMs)
  nowMs = 100
  expect(next(50)).toBe(50)
  nowMs = 2_000
  expect(next(50)).toBe(50)
  nowMs = 5_500
  expect(next(0)).toBe(10)
  nowMs = 8_000
  expect(next(0)).toBe(0)
})
