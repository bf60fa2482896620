import { expect, test } from 'vitest'
import { weightedQueue } from './weighted-queue.ts'

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('what is tracked at once goes to the log little by little, so that a command finds no queue there', async () => {
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

test('what is heavier than all room goes alone, and what fails makes room', async () => {
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

test('where thousands wait already, who comes is asked to come back, and those who wait are taken', async () => {
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
