import { batchSize, intervalMs } from './batch-size.ts'

const options = { start: 400, min: 50, max: 500, targetMs: 40 }

test('a slow transaction halves the next one, down to the minimum', () => {
  const rhythm = batchSize(options)
  const limits = Array.from({ length: 4 }, () => {
    rhythm.took({ size: rhythm.limit(), transactionMs: 41 })
    return rhythm.limit()
  })
  expect(limits).toEqual([200, 100, 50, 50])
})

test('a full and fast transaction lets the next one grow, up to the maximum', () => {
  const rhythm = batchSize(options)
  rhythm.took({ size: 400, transactionMs: 10 })
  expect(rhythm.limit()).toBe(500)
  rhythm.took({ size: 500, transactionMs: 10 })
  expect(rhythm.limit()).toBe(500)
})

test('a few events are written at once; under load writing takes a fifth of the time, at most a quarter of a second', () => {
  expect(intervalMs({ eventCount: 4, tookMs: 4 })).toBeLessThan(1)
  expect(intervalMs({ eventCount: 400, tookMs: 20 })).toBe(100)
  expect(intervalMs({ eventCount: 3_000, tookMs: 200 })).toBe(250)
})
