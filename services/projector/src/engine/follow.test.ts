import { expect, test } from 'vitest'
import { pauseMs } from './follow.ts'

test('a few events are written at once; under load writing takes a fifth of the time, a quarter of a second at most', () => {
  const pause = (eventCount: number, tookMs: number) => Math.round(pauseMs({ eventCount, tookMs }))
  expect(pause(1, 10)).toBe(0)
  expect(pause(400, 10)).toBe(40)
  expect(pause(4_000, 10)).toBe(40)
  expect(pause(4_000, 200)).toBe(50)
  expect(pause(4_000, 400)).toBe(0)
})
