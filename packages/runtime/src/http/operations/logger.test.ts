import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { serverInTest } from '../../testing/test-server.ts'
import { unavailable } from '../failure.ts'
import { createLogger } from './logger.ts'

type Line = Record<string, unknown>

function logged() {
  const lines: Line[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { lines, logger: createLogger({ service: 'test', destination }) }
}

test('a request, unless its route is quiet, logs one line with its route and result, and no personal data', async () => {
  const { lines, logger } = logged()
  const app = await serverInTest({ logger })
  const body = z.object({ password: z.string() })
  app.post('/api/things/:id', { schema: { body } }, async () => 'ok')
  app.get('/api/quiet', { config: { quiet: true } }, async () => 'ok')
  await app.inject('/api/quiet')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/things/anna?phone=3331234567',
    remoteAddress: '203.0.113.77',
    headers: { authorization: 'Bearer hush', cookie: 'session=hush', 'user-agent': 'anna-phone' },
    payload: { password: 'hush' },
  })
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(String),
      service: 'test',
      correlationId: answer.headers['x-request-id'],
      method: 'POST',
      route: '/api/things/:id',
      status: 200,
      durationMs: expect.any(Number),
      msg: 'answered',
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/anna|333|203\.0|hush/)
})

test('a line says how many milliseconds the request took', async () => {
  const { lines, logger } = logged()
  const app = await serverInTest({ logger })
  app.get('/api/slow', async () => {
    clock.mockReturnValue(2_234.56)
    return 'ok'
  })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => clock.mockRestore())
  await app.inject('/api/slow')
  expect(lines.map(line => line.durationMs)).toEqual([1_234.6])
})

test('an unknown path is not logged either, because it may contain anything', async () => {
  const { lines, logger } = logged()
  const app = await serverInTest({ logger })
  await app.inject('/api/anna@example.com')
  await app.inject('/api/%zz-anna')
  expect(lines.map(line => line.route)).toContain('unknown')
  expect(JSON.stringify(lines)).not.toContain('anna')
})

test('a failure is logged with its request and its causes, but without its rows', async () => {
  const { lines, logger } = logged()
  const app = await serverInTest({ logger })
  app.get('/api/bug', async () => {
    const cause = Object.assign(new Error('no such column'), { code: '23505' })
    const rows = { values: ['anna@example.com'], row: { email: 'anna' } }
    throw Object.assign(new Error('query failed', { cause }), rows)
  })
  const answer = await app.inject('/api/bug')
  const line = lines.find(({ level }) => level === 50)
  expect(line).toMatchObject({
    correlationId: answer.headers['x-request-id'],
    err: { type: 'Error', message: 'query failed', cause: { message: 'no such column', code: '23505' } },
  })
  expect(JSON.stringify(lines)).not.toContain('anna')
})

test('a secret that is logged by mistake does not reach the log', () => {
  const { lines, logger } = logged()
  const request = { headers: { cookie: 'hush' } }
  logger.info({ password: 'hush', request, user: { email: 'hush' } }, 'careless')
  expect(JSON.stringify(lines)).not.toContain('hush')
})

test('the start warns of limits that differ from the defaults', async () => {
  const { lines, logger } = logged()
  await serverInTest({ limitScale: 50, logger })
  expect(lines).toMatchObject([{ level: 40, limitScale: 50 }])
})

test('a client that disconnects within a body, or that is rate limited, logs no error', async () => {
  const { lines, logger } = logged()
  const app = await serverInTest({ logger })
  const failed = Promise.withResolvers<void>()
  app.addHook('onError', async () => failed.resolve())
  app.post('/api/things', async () => 'ok')
  app.get('/api/crowded', async () => {
    throw unavailable()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': 100 }
  const call = request({ port, method: 'POST', path: '/api/things', headers })
  call.on('error', () => {})
  const arrived = once(app.server, 'request')
  call.write('{"half":')
  await arrived
  call.destroy()
  await failed.promise
  expect((await app.inject('/api/crowded')).statusCode).toBe(503)
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
})
