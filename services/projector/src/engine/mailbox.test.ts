import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { mailbox } from './mailbox.ts'

const [one, two, three] = ['a', 'b', 'c'].map(visit =>
  happened('ConsentChosen', { choice: 'all' }, { stream: streams.visit(visit) }),
) as [
  ReturnType<typeof happened<'ConsentChosen'>>,
  ReturnType<typeof happened<'ConsentChosen'>>,
  ReturnType<typeof happened<'ConsentChosen'>>,
]
const never = new AbortController().signal

test('what arrives while a batch is being written is one batch, however many portions it came in', async () => {
  const box = mailbox(10, never)
  await box.put([one], one.position)
  await box.put([], two.position)
  await box.put([], three.position)
  expect(await box.take()).toEqual({ events: [one], position: three.position })
})

test('the writer waits for no more than the first portion', async () => {
  const box = mailbox(10, never)
  const taken = box.take()
  await box.put([], one.position)
  expect(await taken).toEqual({ events: [], position: one.position })
})

test('a slow writer makes the reader wait', async () => {
  const box = mailbox(2, never)
  await box.put([one], one.position)
  let isIn = false
  const full = box.put([two], two.position).then(() => {
    isIn = true
  })
  await new Promise(setImmediate)
  expect(isIn).toBe(false)
  expect((await box.take()).events).toEqual([one, two])
  await full
  expect(isIn).toBe(true)
})

test('whoever waits is let go when the projector stops', async () => {
  const stop = new AbortController()
  const [empty, full] = [mailbox(1, stop.signal), mailbox(1, stop.signal)]
  const waiting = [empty.take(), full.put([one], one.position)]
  stop.abort()
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
  }
})
