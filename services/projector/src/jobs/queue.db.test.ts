import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually, world } from '../testing/world.ts'
import { openQueue, projectorBackend } from './queue.ts'
import { startWorker } from './worker.ts'

test('a connection that breaks while the queue opens fails the opening, and not the process', async () => {
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
  // Some at least met their end.
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  // An ended connection lies in the pool until its end has arrived: the next opening may still meet it.
  await eventually(async () => (await open()).close())
})

test('a connection that ends in the breath in which it was accepted does not end the process', async () => {
  const it = await world()
  const { signal } = new AbortController()
  const opening = { retryMs: 100, onError: () => {}, signal }
  await (await openQueue(projectorBackend(it), opening)).close()
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))

  const server = await endingServer(it.connectionString)
  const logger = { info: () => {}, error: () => {} }
  const deps = { log: it.log, pool: it.pool, policies: {}, chores: {}, logger }
  const worker = startWorker(projectorBackend({ connectionString: server.url }), deps)
  await eventually(() => expect(server.ended).toBeGreaterThan(1))
  await worker.close()
  expect(uncaught).toEqual([])
})

test('a chore that a clock far ahead has put off for years is done within the hour', async () => {
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

/** What PostgreSQL says to a session that an administrator ends. */
const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', '']
const farewell = Buffer.from(`E0000${fields.join('\0')}\0`)
farewell.writeUInt32BE(farewell.length - 1, 1)
const ready = Buffer.from('Z\0\0\0\x05I')

/** Of every two connections, ends one with the words that accept it. */
async function endingServer(connectionString: string) {
  const { hostname, port } = new URL(connectionString)
  const counts = { made: 0, ended: 0 }
  const server = net.createServer(client => {
    const ends = ++counts.made % 2 === 0
    const upstream = net.connect(Number(port), hostname)
    client.pipe(upstream)
    upstream.on('data', chunk => {
      if (!ends || !chunk.subarray(-ready.length).equals(ready)) return void client.write(chunk)
      counts.ended += 1
      client.end(Buffer.concat([chunk, farewell]))
      upstream.destroy()
    })
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroySoon())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = new URL(connectionString)
  url.port = String((server.address() as net.AddressInfo).port)
  url.hostname = '127.0.0.1'
  return {
    url: url.href,
    get ended() {
      return counts.ended
    },
  }
}
