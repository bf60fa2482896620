import { waitUntil } from '@tba/testing/wait.ts'
import { serverInTest } from '../../testing/test-server.ts'
import type { App } from '../app.ts'
import { type Checks, health } from './health.ts'

let app: App
async function served(checks: Checks) {
  app = await serverInTest()
  health(app, checks)
  await app.ready()
}

async function get(url: string) {
  const answer = await app.inject(url)
  return [answer.statusCode, answer.json()]
}

test('a service is ready while all its dependencies answer', async () => {
  await served({ log: async () => {}, database: async () => {} })
  expect(await get('/readyz')).toEqual([200, { log: 'ok', database: 'ok' }])
  expect((await app.inject({ method: 'HEAD', url: '/readyz' })).statusCode).toBe(200)
})

test('a service with a missing dependency says which one, but not why, and is still alive', async () => {
  await served({
    log: async () => {},
    database: async () => {
      throw new Error('password authentication failed for 10.0.0.7')
    },
  })
  expect(await get('/readyz')).toEqual([503, { log: 'ok', database: 'out' }])
  expect(await get('/healthz')).toEqual([200, { status: 'ok' }])
})

test('a dependency that does not answer within three seconds counts as missing', async () => {
  await served({ log: () => new Promise(() => {}) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = get('/readyz')
  await waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  expect(await answer).toEqual([503, { log: 'out' }])
})

test('a thousand simultaneous readiness requests cost one check', async () => {
  const look = vi.fn(async () => {})
  await served({ log: look })
  const answers = await Promise.all(Array.from({ length: 1000 }, () => get('/readyz')))
  expect(answers.every(([status]) => status === 200)).toBe(true)
  expect(look.mock.calls.length).toBeLessThan(100)
  const before = look.mock.calls.length
  await get('/readyz')
  expect(look).toHaveBeenCalledTimes(before + 1)
})
