import { isNoiseOfCounts, isNoiseOfParts } from './change.tsx'

// Fisher's test and the binomial test agree, at 5 %.
test('A difference of few cases is noise unless it is large', () => {
  expect(isNoiseOfCounts(0, 5)).toBe(true)
  expect(isNoiseOfCounts(0, 6)).toBe(false)
  expect(isNoiseOfCounts(15, 5)).toBe(false)
  expect(isNoiseOfParts({ percent: 0, total: 73 }, { percent: 5.8, total: 52 })).toBe(true)
  expect(isNoiseOfParts({ percent: 0, total: 73 }, { percent: 13.5, total: 52 })).toBe(false)
  // Equal values do not differ.
  expect(isNoiseOfCounts(3, 3)).toBe(false)
  expect(isNoiseOfParts({ percent: 0, total: 22 }, { percent: 0, total: 38 })).toBe(false)
  expect(isNoiseOfParts({ percent: 10, total: 1_000 }, { percent: 15, total: 1_000 })).toBe(false)
})
