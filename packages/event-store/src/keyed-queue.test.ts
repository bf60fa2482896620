import { keyedQueue } from './keyed-queue.ts'

test('work under one name runs in order of arrival, also after failures', async () => {
  const turns = keyedQueue()
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
  const idle = turns.idle().then(() => [...done])
  open()
  expect(await idle).toEqual([1, 2, 3])
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(turns.waiting('account')).toBe(0)
})
