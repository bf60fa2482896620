import { fairQueue, fairSlots, heldTurn } from './fair-queue.ts'

/** Work that the test ends. `begun` is the order in which it started. */
function floor(places: Parameters<typeof fairQueue>[0]) {
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

test('an address that signs in 267 times at once delays another address by one of them', async () => {
  const { ask, begun, endOne } = floor({ concurrency: 1, queueLimit: 300 })
  for (let n = 0; n < 267; n++) ask('crowd', `crowd ${n}`)
  ask('stranger')
  ask('another')
  for (let ended = 0; ended < 4; ended++) await endOne()
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'stranger', 'another', 'crowd 2'])
})

test('when the queue is full, the newest call of the busiest caller is refused, then new callers', async () => {
  const { ask, begun, endOne } = floor({ concurrency: 1, queueLimit: 3 })
  const [, , third, fourth] = ['0', '1', '2', '3'].map(what => ask('crowd', what))
  await expect(ask('crowd', '4')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  ask('stranger')
  await expect(fourth).rejects.toMatchObject({ status: 503 })
  ask('another')
  await expect(third).rejects.toMatchObject({ status: 503 })
  const refused = ask('one more')
  for (let ended = 0; ended < 4; ended++) await endOne()
  // First: a call that is not refused would be waited for until the test’s time is over.
  expect(begun).toEqual(['0', '1', 'stranger', 'another'])
  await expect(refused).rejects.toMatchObject({ status: 503 })
})

test('work that fails frees its slot', async () => {
  const turn = fairQueue({ concurrency: 1, queueLimit: 1 })
  const failing = turn('a', async () => {
    throw new Error('broken')
  })
  const next = turn('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a caller never has more than its share of the slots, even if others are free', async () => {
  const { ask, begun, endOne } = floor({ concurrency: 3, maxPerCaller: 2, queueLimit: 10 })
  for (let n = 0; n < 4; n++) ask('crowd', `crowd ${n}`)
  await endOne()
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'crowd 2'])
  ask('stranger')
  await new Promise(setImmediate)
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'crowd 2', 'stranger'])
  for (let ended = 0; ended < 4; ended++) await endOne()
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'crowd 2', 'stranger', 'crowd 3'])
})

test('each caller’s queue has a limit, and does not shorten the queues of others', async () => {
  const { ask, begun, endOne } = floor({ concurrency: 1, queueLimit: 10, callerQueueLimit: 2 })
  for (let n = 0; n < 3; n++) ask('crowd', `crowd ${n}`)
  await expect(ask('crowd')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  ask('stranger')
  for (let ended = 0; ended < 4; ended++) await endOne()
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'stranger', 'crowd 2'])
})

test('nobody waits for ever if the database hangs, and a caller who left gets no slot', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // Short on purpose: the limit is tested.
  const { ask, begun, endOne } = floor({ concurrency: 1, queueLimit: 10, waitMs: 5_000 })
  ask('first')
  const tired = ask('tired')
  vi.advanceTimersByTime(4_999)
  ask('next')
  vi.advanceTimersByTime(1)
  await expect(tired).rejects.toMatchObject({ status: 503 })
  await endOne()
  await endOne()
  expect(begun).toEqual(['first', 'next'])
})

test('a free slot is taken at once, and a slot that is released twice is one slot', async () => {
  const enter = fairSlots({ concurrency: 1, queueLimit: 10 })
  const leave = enter('a')
  if (leave instanceof Promise) expect.fail('had to wait')
  const [second, third] = [enter('b'), enter('c')]
  leave()
  leave()
  let hasThird = false
  void Promise.resolve(third).then(() => {
    hasThird = true
  })
  const leaveSecond = await second
  await new Promise(setImmediate)
  expect(hasThird).toBe(false)
  leaveSecond()
  await third
})

test('work takes slots by its weight in the order of arrival, and work heavier than all slots runs alone', async () => {
  const enter = fairSlots({ concurrency: 100, queueLimit: 10 })
  const held = new Map<number, () => void>()
  const weights = [60, 30, 50, 10, 500, 1]
  for (const weight of weights)
    void Promise.resolve(enter('all', null, weight)).then(leave => held.set(weight, leave))
  const then = async (ended: number) => {
    held.get(ended)?.()
    held.delete(ended)
    await new Promise(setImmediate)
    return [...held.keys()]
  }
  expect(await then(0)).toEqual([60, 30])
  expect(await then(60)).toEqual([30, 50, 10])
  for (const ended of [30, 50]) await then(ended)
  expect(await then(10)).toEqual([500])
  expect(await then(500)).toEqual([1])
})

test('who moves to another queue leaves its slot when one is free there, and takes its turns there', async () => {
  const [enter, enterOther] = [
    fairSlots({ concurrency: 1, queueLimit: 9 }),
    fairSlots({ concurrency: 1, queueLimit: 9 }),
  ]
  const [turn, next, third] = ['a', 'b', 'c'].map(name => heldTurn(() => enter(name)))
  const isTaken = (slots: typeof enter) => typeof slots('probe') !== 'function'
  await turn?.take()
  await turn?.moveTo(() => enterOther('a'))
  await next?.take()
  await turn?.take()
  const moving = next?.moveTo(() => enterOther('b'))
  next?.end()
  await third?.take()
  turn?.end()
  await moving
  third?.end()
  expect([isTaken(enter), isTaken(enterOther)]).toEqual([false, false])
})
