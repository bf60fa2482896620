import { setTimeout as pause } from 'node:timers/promises'
import { startProxy } from '@tba/event-store/testing/proxy.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { Queue } from 'bullmq'
import { world } from '../../testing/world.ts'
import { openQueue, projectorBackend, queueName } from './queue.ts'

test('a connection that breaks during the opening of the queue fails the opening, not the process', async () => {
  const it = await world()
  const backend = projectorBackend({ connectionString: it.connectionString })
  onTestFinished(() => backend.close())
  const { signal } = new AbortController()
  const open = () => openQueue(backend, { retryMs: 100, onError: () => {}, signal })
  await (await open()).close()

  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const breaking = new AbortController()
  const breaks = (async () => {
    while (!breaking.signal.aborted) {
      await it.rows(`select pg_terminate_backend(pid)::text from pg_stat_activity
        where application_name = 'projector jobs' and datname = current_database()`)
      await pause(1)
    }
  })()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, async (_, number) => {
      await pause(number * 10)
      await (await open()).close()
    }),
  )
  breaking.abort()
  await breaks
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
  // At least some were terminated.
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  // A terminated connection can still be in the pool, and the next opening may get it.
  await waitFor(async () => (await open()).close())
})

test('a queue whose first connection breaks is there once the database is', async () => {
  const it = await world()
  const { hostname, port } = new URL(it.connectionString)
  const proxy = await startProxy({ host: hostname, port: Number(port) })
  onTestFinished(proxy.close)
  const through = Object.assign(new URL(it.connectionString), { host: proxy.host }).href
  const backend = projectorBackend({ connectionString: through })
  onTestFinished(() => backend.close())
  await backend.prepare()
  proxy.hold()
  const queue = new Queue(queueName, { connection: {} }, backend.factory)
  queue.on('error', () => {})
  onTestFinished(() => queue.close())
  let failures = 0
  queue.getJobCounts().catch(() => (failures += 1))
  await waitFor(() => {
    proxy.cut()
    expect(failures).toBe(1)
  })
  proxy.release()
  expect(await waitFor(() => queue.getJobCounts())).toMatchObject({ active: 0 })
})

test('a chore that a fast clock delayed for years runs within the hour', async () => {
  const it = await world()
  const { signal } = new AbortController()
  const backend = projectorBackend(it)
  const queue = await openQueue(backend, { retryMs: 100, onError: () => {}, signal })
  onTestFinished(() => backend.close())
  onTestFinished(() => queue.close())
  const hourMs = 3_600_000
  const next = async () =>
    (await it.rows('select next_run_ms from bullmq.scheduler')).map(row => Number(row.next_run_ms))
  vi.useFakeTimers({ now: Date.now() + 10 * 365 * 24 * hourMs, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await queue.every(hourMs, 'chore')
  vi.useRealTimers()
  expect((await next())[0]).toBeGreaterThan(Date.now() + hourMs)
  await queue.every(hourMs, 'chore')
  const [soon, ...more] = await next()
  expect(soon).toBeLessThanOrEqual(Date.now() + hourMs)
  expect(more).toEqual([])
  await queue.every(hourMs, 'chore')
  expect(await next()).toEqual([soon])
})
