import { expect, test } from 'vitest'
import { Resting } from './resting.ts'

test('a funnel that fails rests longer each time, an hour at most, until it is defined otherwise or succeeds', () => {
  const clock = { nowMs: 1, now: () => clock.nowMs }
  const resting = new Resting(clock)
  const rested = () => {
    resting.failed('a', 'one')
    const sinceMs = clock.nowMs
    while (resting.has('a', 'one')) clock.nowMs += 5_000
    return clock.nowMs - sinceMs
  }
  expect([rested(), rested(), rested()]).toEqual([10_000, 20_000, 40_000])
  for (let times = 0; times < 10; times++) rested()
  expect(rested()).toBe(3_600_000)
  resting.failed('a', 'one')
  expect([resting.has('a', 'two'), resting.has('b', 'one')]).toEqual([false, false])
  resting.succeeded('a', 'one')
  expect(resting.has('a', 'one')).toBe(false)
  expect(rested()).toBe(10_000)
})
