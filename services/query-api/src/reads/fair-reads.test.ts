import { once } from 'node:events'
import type { Socket } from 'node:net'
import { httpServer } from '@tba/runtime/http/http-server.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { takeTurns } from './fair-reads.ts'

async function served(options = {}) {
  const settings = { secrets: secretsFrom(newSecrets()), publicUrl: 'https://bot.example', limitScale: 1 }
  const app = await httpServer({ ...settings, ...options })
  onTestFinished(() => app.close())
  return { app, inTurn: takeTurns(app) }
}

test('a client that disconnects while it waits causes no query, and the next one gets its turn', async () => {
  const { app } = await served()
  const { promise: held, resolve: endAll } = Promise.withResolvers<void>()
  const read: string[] = []
  const arrived: string[] = []
  app.addHook('preHandler', async ({ url }) => void arrived.push(url))
  app.get('/api/read/:who', async ({ url }) => {
    read.push(url)
    await held
    return {}
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = (who: string, signal?: AbortSignal) => fetch(`${address}/api/read/${who}`, signal && { signal })

  const first = ['1', '2', '3', '4'].map(who => get(who))
  await expect.poll(() => read).toHaveLength(4)
  const gone = new AbortController()
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const hangingUp = get('gone', gone.signal).catch(() => 'hung up')
  const [socket] = await connected
  await expect.poll(() => arrived).toContain('/api/read/gone')
  const next = get('next')
  await expect.poll(() => arrived).toContain('/api/read/next')
  const closed = once(socket, 'close')
  gone.abort()
  expect(await hangingUp).toBe('hung up')
  await closed

  endAll()
  for (const answer of await Promise.all([...first, next])) expect(answer.status).toBe(200)
  expect(read.toSorted()).toEqual(['1', '2', '3', '4', 'next'].map(who => `/api/read/${who}`))
})

test('a running download waits for its next page as long as needed, in a limited queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { inTurn } = await served()
  const { promise: held, resolve: endAll } = Promise.withResolvers<void>()
  const reads = Array.from({ length: 4 }, () => inTurn('crowd', () => held))
  const pages = Array.from({ length: 500 }, () => inTurn('crowd', async () => 'page'))
  await expect(inTurn('crowd', async () => 'page')).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(60_000)
  endAll()
  await Promise.all(reads)
  expect(new Set(await Promise.all(pages))).toEqual(new Set(['page']))
})

test('streams that are read from their start share one slot, and take none of the others', async () => {
  const { app } = await served()
  const { promise: held, resolve: endAll } = Promise.withResolvers<void>()
  let walking = 0
  app.get('/api/walk', { config: { longRead: true } }, async () => {
    walking += 1
    await held
    return {}
  })
  app.get('/api/read', async () => ({}))
  const walks = Array.from({ length: 10 }, () => app.inject('/api/walk'))
  await expect.poll(() => walking).toBe(1)
  expect((await app.inject('/api/read')).statusCode).toBe(200)
  expect(walking).toBe(1)
  endAll()
  for (const answer of await Promise.all(walks)) expect(answer.statusCode).toBe(200)
})

test('all addresses of one /48 share the slots of one caller', async () => {
  const { app } = await served({ trustProxy: ['127.0.0.1'] })
  const { promise: held, resolve: endAll } = Promise.withResolvers<void>()
  const read: string[] = []
  app.get('/api/read/:who', async ({ ip }) => {
    read.push(ip)
    await held
    return {}
  })
  const get = (from: string) => app.inject({ url: '/api/read/x', headers: { 'x-forwarded-for': from } })
  const reads = [1, 2, 3, 4, 5, 6].map(net => get(`2001:db8:1:${net}::1`))
  const other = get('2001:db8:2:1::1')
  await expect.poll(() => read).toHaveLength(5)
  expect(read).toContain('2001:db8:2:1::1')
  endAll()
  for (const answer of await Promise.all([...reads, other])) expect(answer.statusCode).toBe(200)
})
