import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** Work that ends when it is told to; `begun` is the order in which it was let in. */
function floor(places: { concurrency: number; queueLimit: number }) {
  const turn = fairQueue(places)
  const begun: string[] = []
  const ends: (() => void)[] = []
  let most = 0
  const ask = (caller: string, what = caller) => {
    const answered = turn(caller, async () => {
      begun.push(what)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      most = Math.max(most, ends.length)
      await promise
    })
    answered.catch(() => {})
    return answered
  }
  async function endOne() {
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, endOne, mostAtOnce: () => most }
}

test('no more run at once than there are threads for', async () => {
  const { ask, begun, endOne, mostAtOnce } = floor({ concurrency: 2, queueLimit: 10 })
  const all = ['a', 'b', 'c', 'd', 'e'].map(caller => ask(caller))
  for (let ended = 0; ended < 5; ended++) await endOne()
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(mostAtOnce()).toBe(2)
})

test('an address that signs in 267 times at once keeps a stranger waiting for one of them', async () => {
  const { ask, begun, endOne } = floor({ concurrency: 1, queueLimit: 300 })
  for (let n = 0; n < 267; n++) ask('crowd', `crowd ${n}`)
  ask('stranger')
  ask('another')
  for (let ended = 0; ended < 4; ended++) await endOne()
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'stranger', 'another', 'crowd 2'])
})

test('where nobody can wait any more, the newest of the largest crowd gives way, and then newcomers', async () => {
  const { ask, begun, endOne } = floor({ concurrency: 1, queueLimit: 3 })
  const [, , third, fourth] = ['0', '1', '2', '3'].map(what => ask('crowd', what))
  await expect(ask('crowd', '4')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  ask('stranger')
  await expect(fourth).rejects.toMatchObject({ status: 503 })
  ask('another')
  await expect(third).rejects.toMatchObject({ status: 503 })
  await expect(ask('one more')).rejects.toMatchObject({ status: 503 })
  for (let ended = 0; ended < 4; ended++) await endOne()
  expect(begun).toEqual(['0', '1', 'stranger', 'another'])
})

test('work that fails gives its place on', async () => {
  const turn = fairQueue({ concurrency: 1, queueLimit: 1 })
  const failing = turn('a', async () => {
    throw new Error('broken')
  })
  const next = turn('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
