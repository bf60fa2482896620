import { randomUUID } from 'node:crypto'
import { backendOf } from '@tba/runtime/jobs/backend.ts'
import { funnelReplays } from '@tba/runtime/jobs/funnel-replays.ts'
import { Worker } from 'bullmq'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../testing/world.ts'
import { openFunnelQueue } from './funnel-queue.ts'

type Answer = () => Promise<unknown>

/** A queue, and who answers it in place of the query-api. */
async function asked() {
  const { connectionString } = await world()
  const backend = backendOf({ connectionString }, { applicationName: 'test', max: 6 })
  onTestFinished(() => backend.close())
  const never = new AbortController().signal
  const queue = await openFunnelQueue(backend, { retryMs: 20, onError: () => {}, signal: never })
  onTestFinished(() => queue.close())
  const answering = (answer: Answer) => {
    const worker = new Worker(funnelReplays, answer, { connection: {} }, backend.factory)
    worker.on('error', () => {})
    onTestFinished(() => worker.close())
  }
  return { queue, never, answering }
}

const counted = { result: '{"steps":[]}', events: 7 }

test('a funnel that was being counted when its replay died is not counted again', async () => {
  const { queue, never, answering } = await asked()
  const replay = randomUUID()
  const dying = new AbortController()
  const first = queue.count(replay, dying.signal)
  let times = 0
  const going = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  answering(async () => {
    times += 1
    begun.resolve()
    await going.promise
    return counted
  })
  await begun.promise
  dying.abort()
  await expect(first).rejects.toThrow()
  going.resolve()
  expect([await queue.count(replay, never), times]).toEqual([counted, 1])
})

test('a funnel that takes too much fails its replay, and one that broke off is counted when it is asked for again', async () => {
  const { queue, never, answering } = await asked()
  let times = 0
  answering(async () => {
    times += 1
    if (times === 1) throw new Error('a short outage')
    if (times === 2) return counted
    return 'tooLarge'
  })
  const replay = randomUUID()
  await expect(queue.count(replay, never)).rejects.toThrow('could not be counted')
  expect(await queue.count(replay, never)).toEqual(counted)
  await expect(queue.count(randomUUID(), never)).rejects.toMatchObject({ reason: 'tooLarge' })
})
