import { newSecrets, secretsFrom } from '../secrets.ts'
import { adminOf, requireAdmin } from './admin-session.ts'
import type { App } from './app.ts'
import { httpServer } from './http-server.ts'

const hour = 3600
const opened = Math.floor(Date.parse('2026-01-01T10:00:00Z') / 1000)
const claims = {
  sub: '0b62a9a4-7f9a-4a5e-9f6a-1f6f4f3f0a01',
  sid: '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02',
  start: opened,
  role: 'administrator' as const,
}

let app: App
let isLive: boolean
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: opened * 1000 })
  isLive = true
  app = await httpServer({ secrets: secretsFrom(newSecrets()), publicUrl: 'http://localhost', limitScale: 1 })
  app.get(
    '/api/admin',
    { onRequest: requireAdmin('settings', { isOpen: async () => isLive }) },
    async request => adminOf(request),
  )
  app.post('/api/login', async (_request, reply) => {
    reply.openSession({ ...claims, uid: 42 })
    return 'ok'
  })
  await app.ready()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const at = (seconds: number) => vi.setSystemTime((opened + seconds) * 1000)

async function asked(headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: '/api/admin', headers })
  return { status: answer.statusCode, body: answer.json(), renewed: answer.headers['x-token'] }
}

const bearing = (token: unknown) => asked({ authorization: `Bearer ${token}` })

test('a missing permission is a 403 and keeps the session; a bad token beside a customer’s session is a 401', async () => {
  expect(await bearing(app.signAdmin({ ...claims, role: 'analyst' }))).toMatchObject({
    status: 403,
    body: { message: 'Solo un amministratore può vedere e cambiare le impostazioni' },
  })
  const login = await app.inject({ method: 'POST', url: '/api/login' })
  const cookie = `session=${login.cookies[0]?.value}`
  expect((await asked({ cookie, authorization: 'Bearer a.b.c' })).status).toBe(401)
})

test('an ended session stays ended, and its token is not renewed', async () => {
  const token = app.signAdmin(claims)
  at(0.5 * hour)
  isLive = false
  expect(await bearing(token)).toMatchObject({ status: 401, renewed: undefined })
})

test('a session ends after an hour without a call', async () => {
  const token = app.signAdmin(claims)
  at(hour - 1)
  expect((await bearing(token)).status).toBe(200)
  at(hour)
  expect((await bearing(token)).status).toBe(401)
})

test('a session is renewed after a quarter of an hour, and still ends after 12 hours', async () => {
  let token: unknown = app.signAdmin(claims)
  at(0.25 * hour - 1)
  expect((await bearing(token)).renewed).toBeUndefined()
  for (let quarters = 1; quarters < 48; quarters++) {
    at((quarters * hour) / 4)
    const { status, renewed } = await bearing(token)
    expect(status).toBe(200)
    token = renewed ?? token
  }
  at(12 * hour)
  expect((await bearing(token)).status).toBe(401)
})
