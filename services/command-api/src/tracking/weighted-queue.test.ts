import { expect, test } from 'vitest'
import { weightedQueue } from './weighted-queue.ts'

/** Work that the test ends. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('many simultaneous events are appended in small steps, so that a command need not wait', async () => {
  const take = weightedQueue(100)
  const begun: number[] = []
  const works = [60, 30, 50, 10].map((weight, at) => {
    const { work, end } = held()
    const done = take(weight, () => {
      begun.push(at)
      return work()
    })
    return { end, done }
  })
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  works[0]?.end()
  await works[0]?.done
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  for (const { end } of works) end()
  await Promise.all(works.map(({ done }) => done))
})

test('work heavier than the whole capacity runs alone, and failed work frees its share', async () => {
  const take = weightedQueue(10)
  await expect(take(50, () => Promise.reject(new Error('out')))).rejects.toThrow('out')
  expect(await take(50, async () => 'taken')).toBe('taken')
  const { work, end } = held()
  const heavy = take(50, work)
  let hasBegun = false
  const light = take(1, async () => {
    hasBegun = true
  })
  await Promise.resolve()
  expect(hasBegun).toBe(false)
  end()
  await Promise.all([heavy, light])
})

test('if thousands already wait, new calls are asked to retry, and the waiting ones are done', async () => {
  const take = weightedQueue(1)
  const { work, end } = held()
  const first = take(1, work)
  const waiting = Array.from({ length: 5_000 }, (_, at) => take(1, async () => at))
  const newcomer = take(1, async () => 'let in')
  await expect(newcomer).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  end()
  await first
  expect(await Promise.all(waiting)).toHaveLength(5_000)
  expect(await take(1, async () => 'let in')).toBe('let in')
})
