import { streams } from '@tba/events/streams.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('where something waits already, more of it is waited for: for a while', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const box = mailbox(10, never)
  await box.put([one], one.position)
  let isOver = false
  const gathered = box.gather(3, 25).then(() => {
    isOver = true
  })
  await box.put([two], two.position)
  await vi.advanceTimersByTimeAsync(24)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await gathered
  expect((await box.take()).events).toEqual([one, two])
})

test('as many as go into one batch are not kept waiting, and neither is the first to come', async () => {
  const box = mailbox(10, never)
  await box.gather(2, 60_000)
  await box.put([one], one.position)
  const gathered = box.gather(2, 60_000)
  await box.put([two], two.position)
  await gathered
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
  const [empty, full, filling] = [1, 1, 3].map(capacity => mailbox(capacity, stop.signal))
  if (!empty || !full || !filling) throw new Error('no mailboxes')
  await filling.put([one], one.position)
  const waiting = [empty.take(), full.put([one], one.position), filling.gather(2, 60_000)]
  stop.abort()
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
  }
})
