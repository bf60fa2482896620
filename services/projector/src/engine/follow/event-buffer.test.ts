import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '../../testing/recorded-event.ts'
import { eventBuffer } from './event-buffer.ts'

const chosen = () => recordedEvent('ConsentChosen', { choice: 'all' }, { stream: streams.visit('v') })
const [one, two, three] = [chosen(), chosen(), chosen()]
const never = new AbortController().signal

test('events that arrive while a batch is written form one batch, from any number of portions', async () => {
  const buffer = eventBuffer(10, never)
  await buffer.put([one], one.position)
  await buffer.put([], two.position)
  await buffer.put([], three.position)
  expect(await buffer.take()).toEqual({ events: [one], position: three.position })
})

test('the writer waits only for the first portion', async () => {
  const buffer = eventBuffer(10, never)
  const taken = buffer.take()
  await buffer.put([], one.position)
  expect(await taken).toEqual({ events: [], position: one.position })
})

test('a slow writer makes the reader wait', async () => {
  const buffer = eventBuffer(2, never)
  await buffer.put([one], one.position)
  let isIn = false
  const full = buffer.put([two], two.position).then(() => {
    isIn = true
  })
  await new Promise(setImmediate)
  expect(isIn).toBe(false)
  expect((await buffer.take()).events).toEqual([one, two])
  await full
  expect(isIn).toBe(true)
})

test('gathering ends with enough events, or with its time, and does not begin without an event', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const buffer = eventBuffer(10, never)
  await buffer.gather(2, 60_000)
  await buffer.put([one], one.position)
  await buffer.gather(2, 0)
  const enough = buffer.gather(2, 60_000)
  await buffer.put([two], two.position)
  await enough
  expect(vi.getTimerCount()).toBe(0)
  await buffer.take()
  await buffer.put([three], three.position)
  const late = buffer.gather(2, 60_000)
  await vi.advanceTimersByTimeAsync(60_000)
  await late
  expect(await buffer.take()).toEqual({ events: [three], position: three.position })
})

test('waiting ends when the projector stops', async () => {
  const stop = new AbortController()
  const [empty, full, filling] = [1, 1, 3].map(capacity => eventBuffer(capacity, stop.signal))
  if (!empty || !full || !filling) throw new Error('no buffers')
  await filling.put([one], one.position)
  const waiting = [empty.take(), full.put([one], one.position), filling.gather(2, 60_000)]
  stop.abort()
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
  }
})
