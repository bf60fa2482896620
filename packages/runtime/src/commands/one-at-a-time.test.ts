import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('what has one name is done in the order in which it came, whatever fails on the way', async () => {
  const turns = oneAtATime()
  const done: number[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const works = [1, 2, 3].map(number =>
    turns.run('account', async () => {
      if (number === 1) await gate
      done.push(number)
      if (number === 2) throw new Error('refused')
    }),
  )
  const settled = Promise.allSettled(works)
  expect(turns.waiting('account')).toBe(3)
  expect(await turns.run('another', async () => 'at once')).toBe('at once')
  expect(done).toEqual([])
  open()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done).toEqual([1, 2, 3])
  expect(turns.waiting('account')).toBe(0)
})
