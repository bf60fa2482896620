import { memoized } from './memoized.ts'

function counted(max?: number) {
  const computed: number[] = []
  const half = memoized((key: number) => {
    computed.push(key)
    return key / 2
  }, max)
  return { computed, half }
}

test('a result is computed once for each key, also if it is zero', () => {
  const { computed, half } = counted()
  expect([4, 0, 4, 0].map(half)).toEqual([2, 0, 2, 0])
  expect(computed).toEqual([4, 0])
})

test('of more keys than are held, all but the newest are forgotten', () => {
  const { computed, half } = counted(2)
  for (const key of [1, 2, 1, 3, 3, 1]) half(key)
  expect(computed).toEqual([1, 2, 3, 1])
})
