import { expect, test } from 'vitest'
import { KeptValues } from './kept-values.ts'

test('a count that is tried again goes on from what was read before, however little room there is', () => {
  const kept = new KeptValues<number>(10)
  const readBy = (keys: number[]) => {
    kept.begin()
    return keys.filter(key => {
      if (kept.get(`${key}`)) return false
      kept.set(`${key}`, key)
      return true
    })
  }
  const events = Array.from({ length: 15 }, (_, at) => at)
  expect(readBy(events)).toHaveLength(15)
  expect(readBy(events)).toEqual(events.slice(10))
  // Another question takes the room of those that are not asked for any more.
  expect(readBy([100, 101, 102])).toHaveLength(3)
  expect(readBy([100, 101, 102])).toEqual([])
  expect(readBy(events.slice(3, 10))).toEqual([])
})
