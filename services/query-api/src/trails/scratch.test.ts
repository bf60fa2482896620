import { expect, test } from 'vitest'
import { Scratch } from './scratch.ts'

test('what one question gives back is the next one’s alone, as long as it is long enough', () => {
  const scratch = new Scratch<Int32Array>(Int32Array)
  const first = scratch.take(4)
  scratch.giveBack(first.subarray(0, 2))
  const again = scratch.take(3)
  expect(again.buffer).toBe(first.buffer)
  expect(again).toHaveLength(4)
  expect(scratch.take(3).buffer).not.toBe(first.buffer)
  scratch.giveBack(again)
  expect(scratch.take(5)).toHaveLength(5)
})
