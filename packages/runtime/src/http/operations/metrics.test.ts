import { createMeters } from '../../meters.ts'
import { serverInTest, testServer } from '../../testing/test-server.ts'

const meters = createMeters()
const metricsToken = 'quattro-parole-ben-segrete'

const app = await testServer({ meters, metricsToken })
app.get('/api/things/:thingId', async () => 'ok')

const asked = (options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  app.inject({ url: '/metrics', ...options })
const bearing = (token: string) => ({ authorization: `Bearer ${token}` })
const elsewhere = '203.0.113.7'

describe('the metrics of the process', () => {
  test.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', async address =>
    expect((await asked({ remoteAddress: address })).statusCode).toBe(200),
  )

  test.each([elsewhere, '10.0.0.7', '::ffff:203.0.113.7', '1270::1'])(
    '%s is another machine',
    async address => expect((await asked({ remoteAddress: address })).statusCode).toBe(403),
  )

  test('are not for calls through the proxy of this machine', async () => {
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    expect((await asked({ headers })).statusCode).toBe(403)
  })

  test.each(['evil.example.com', 'evil.example.com:3000', 'localhost.example.com', '127.0.0.1.example.com'])(
    'are not for a page at %s whose name resolves to this machine',
    async host => {
      expect((await asked({ headers: { host } })).statusCode).toBe(403)
      expect((await asked({ headers: { host, ...bearing(metricsToken) } })).statusCode).toBe(200)
    },
  )

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('%s is a name of this machine', async host =>
    expect((await asked({ headers: { host } })).statusCode).toBe(200),
  )

  test('are only for the bearer of the token', async () => {
    const status = async (token: string) =>
      (await asked({ remoteAddress: elsewhere, headers: bearing(token) })).statusCode
    expect(await status(metricsToken)).toBe(200)
    expect(await status(`${metricsToken}.`)).toBe(403)
    expect(await status(metricsToken.slice(0, -1))).toBe(403)
  })

  test('are for this machine only, if there is no token', async () => {
    const closed = await serverInTest()
    const headers = bearing('undefined')
    const open = await closed.inject({ url: '/metrics', remoteAddress: elsewhere, headers })
    expect(open.statusCode).toBe(403)
  })
})

test('requests are counted by route and status, and their paths are not shown', async () => {
  await app.inject('/api/things/anna')
  await app.inject('/api/nowhere/anna')
  const { body } = await asked()
  const count = 'http_request_duration_seconds_count{method="GET",route='
  expect(body).toContain(`${count}"/api/things/:thingId",status="200"} 1`)
  expect(body).toContain(`${count}"unknown",status="404"} 1`)
  expect(body).not.toContain('anna')
})

test('a value that cannot be measured now is left out, and the others are still shown', async () => {
  let isOut = false
  const measured = async <Value>(value: Value) => {
    if (isOut) throw new Error('the database is out')
    return value
  }
  const waiting = { name: 'queue_length', help: 'How many wait', labels: ['queue'] }
  meters.gauge(waiting, () => measured({ mail: 3 }))
  meters.gauge({ name: 'held_back_seconds', help: 'For how long' }, () => measured(2))
  expect((await asked()).body).toContain('held_back_seconds 2')
  expect((await asked()).body).toContain('queue_length{queue="mail"} 3')
  isOut = true
  const { statusCode, body } = await asked()
  expect(statusCode).toBe(200)
  expect(body).not.toMatch(/^(?:queue_length|held_back_seconds)/m)
  expect(body).toContain('http_request_duration_seconds_count')
})
