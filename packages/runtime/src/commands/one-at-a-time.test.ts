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

test('no two of one name are ever at work together, however they come and go', async () => {
  const turns = oneAtATime()
  let working = 0
  let done = 0
  const visitor = async (pauses: number) => {
    for (let visit = 0; visit < 100; visit++) {
      await turns.run('account', async () => {
        expect(++working).toBe(1)
        for (let ticks = visit % 4; ticks > 0; ticks--) await Promise.resolve()
        working--
      })
      for (let ticks = (visit * pauses) % 7; ticks > 0; ticks--) await Promise.resolve()
      done++
    }
  }
  await Promise.all([1, 2, 3, 4, 5].map(visitor))
  expect([done, turns.waiting('account')]).toEqual([500, 0])
})
