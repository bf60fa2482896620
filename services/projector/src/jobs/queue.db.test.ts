import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { world } from '../testing/world.ts'
import { backendOf, openQueue } from './queue.ts'

test('a connection that breaks while the queue opens fails the opening, and not the process', async () => {
  const it = await world()
  const backend = backendOf({ connectionString: it.connectionString })
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
  // Some at least met their end.
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  await (await open()).close()
})
