import { expect, test } from 'vitest'
import { batchSize, intervalMs } from './batch-size.ts'

const options = { start: 400, least: 50, most: 500, targetMs: 40 }

test('a slow transaction halves the next, down to the least', () => {
  const rhythm = batchSize(options)
  const limits = Array.from({ length: 4 }, () => {
    rhythm.took({ size: rhythm.limit(), transactionMs: 41 })
    return rhythm.limit()
  })
  expect(limits).toEqual([200, 100, 50, 50])
})

test('a full transaction that was fast lets the next grow, up to the most', () => {
  const rhythm = batchSize(options)
  rhythm.took({ size: 400, transactionMs: 10 })
  expect(rhythm.limit()).toBe(500)
  rhythm.took({ size: 500, transactionMs: 10 })
  expect(rhythm.limit()).toBe(500)
})

test('small transactions say nothing about large ones', () => {
  const rhythm = batchSize(options)
  rhythm.took({ size: 1, transactionMs: 1 })
  expect(rhythm.limit()).toBe(400)
})

test('after a few events the next batch may come at once, under load a fifth of the time is for projecting', () => {
  expect(intervalMs({ eventCount: 1, tookMs: 5 })).toBeLessThan(5)
  expect(intervalMs({ eventCount: 25, tookMs: 5 })).toBe(25)
  expect(intervalMs({ eventCount: 500, tookMs: 30 })).toBe(150)
  // What was held up once holds nobody up for longer.
  expect(intervalMs({ eventCount: 500, tookMs: 10_000 })).toBe(250)
})
