import { createHmac } from 'node:crypto'
import { newSecrets, secretsFrom } from '../secrets.ts'
import type { App } from './app.ts'
import { HttpFailure } from './failure.ts'
import { httpServer } from './http-server.ts'
import { customerOf, requireCustomer } from './session.ts'

const day = 86_400
const opened = Math.floor(Date.parse('2026-01-01T10:00:00Z') / 1000)
const claims = {
  sub: '0b62a9a4-7f9a-4a5e-9f6a-1f6f4f3f0a01',
  uid: 42,
  sid: '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02',
  start: opened,
}
const secrets = secretsFrom(newSecrets())

let app: App
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: opened * 1000 })
  app = await httpServer({ secrets, publicUrl: 'https://bot.example', limitScale: 1 })
  app.post('/api/login', async (_request, reply) => {
    reply.openSession(claims)
    return 'ok'
  })
  app.post('/api/logout', async (_request, reply) => {
    reply.closeSession()
    return 'ok'
  })
  app.get('/api/me', { onRequest: requireCustomer() }, async request => customerOf(request))
  app.get('/api/open', async request => ({ customer: request.customer?.uid ?? null }))
  app.get('/api/ended', async () => {
    throw new HttpFailure(401, 'Accesso richiesto')
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const at = (seconds: number) => vi.setSystemTime((opened + seconds) * 1000)

async function signIn() {
  const answer = await app.inject({ method: 'POST', url: '/api/login' })
  const [cookie] = answer.cookies
  if (!cookie) throw new Error('no cookie')
  return cookie
}

async function get(url: string, session?: string) {
  const answer = await app.inject({
    url,
    cookies: session === undefined ? {} : { '__Host-session': session },
  })
  return { status: answer.statusCode, body: answer.json(), renewed: answer.cookies[0] }
}

describe('a session', () => {
  test('refuses a page that shows another customer', async () => {
    const { value } = await signIn()
    const me = (shown: string) =>
      app.inject({ url: '/api/me', cookies: { '__Host-session': value }, headers: { 'x-customer': shown } })
    expect((await me('42')).statusCode).toBe(200)
    expect((await me('43')).statusCode).toBe(401)
    expect((await me('')).statusCode).toBe(401)
  })

  test('is stored where no script and no form of another site reaches it', async () => {
    expect(await signIn()).toEqual({
      name: '__Host-session',
      value: expect.any(String),
      path: '/',
      maxAge: 14 * day,
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    })
  })

  test('is sent without encryption only if the whole product is', async () => {
    const local = await httpServer({ secrets, publicUrl: 'http://localhost:3000', limitScale: 1 })
    local.post('/api/login', async (_request, reply) => {
      reply.openSession(claims)
      return 'ok'
    })
    const answer = await local.inject({ method: 'POST', url: '/api/login' })
    expect(answer.cookies[0]).toMatchObject({ name: 'session' })
    expect(answer.cookies[0]).not.toHaveProperty('secure')
    await local.close()
  })

  test('that another host of the domain has set is ignored', async () => {
    const { value } = await signIn()
    const answer = await app.inject({ url: '/api/me', cookies: { session: value } })
    expect([answer.statusCode, answer.cookies]).toEqual([401, []])
    const both = { session: 'of another host', '__Host-session': value }
    expect((await app.inject({ url: '/api/me', cookies: both })).statusCode).toBe(200)
  })

  test('names its customer to every route after it', async () => {
    const { value } = await signIn()
    expect(await get('/api/me', value)).toMatchObject({ status: 200, body: claims })
    expect((await get('/api/open', value)).body).toEqual({ customer: 42 })
  })

  test('ends when the browser is closed', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/logout' })
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-session', value: '', path: '/', maxAge: 0 })
  })

  test('is required in Italian, before the body is read', async () =>
    expect(await get('/api/me')).toEqual({ status: 401, body: { message: 'Accesso richiesto' } }))
})

describe('a session ends', () => {
  test('after 14 days without a call', async () => {
    const { value } = await signIn()
    at(14 * day - 1)
    expect((await get('/api/me', value)).status).toBe(200)
    at(14 * day)
    expect((await get('/api/me', value)).status).toBe(401)
  })

  test('later if it is used: the token is renewed after a quarter of that time', async () => {
    const { value } = await signIn()
    at(3.5 * day - 1)
    expect((await get('/api/me', value)).renewed).toBeUndefined()
    at(3.5 * day)
    const { renewed } = await get('/api/me', value)
    expect(renewed).toMatchObject({ name: '__Host-session', maxAge: 14 * day })
    at(17 * day)
    expect((await get('/api/me', renewed?.value)).body).toEqual(claims)
  })

  test('after 90 days at the latest, even if it is used', async () => {
    let { value } = await signIn()
    for (let days = 4; days < 90; days += 4) {
      at(days * day)
      const { status, renewed } = await get('/api/me', value)
      expect(status).toBe(200)
      // From the 76th day on a new token would end no later than the old one.
      if (days > 80) expect(renewed).toBeUndefined()
      value = renewed?.value ?? value
    }
    at(90 * day - 1)
    expect((await get('/api/me', value)).status).toBe(200)
    at(90 * day)
    expect((await get('/api/me', value)).status).toBe(401)
  })

  test('without a renewal by the answer that refuses it', async () => {
    const { value } = await signIn()
    at(5 * day)
    expect((await get('/api/ended', value)).renewed).toBeUndefined()
  })

  test('for good: signing out does not renew the token that it removes', async () => {
    const { value } = await signIn()
    at(5 * day)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/logout',
      cookies: { '__Host-session': value },
    })
    expect(answer.cookies).toHaveLength(1)
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-session', value: '' })
  })
})

/** The matrix of calls tests forged and expired tokens on every route. These are more unusual. */
describe('a token is refused', () => {
  const valid = { ...claims, iss: 'tba', aud: 'customer', iat: opened, exp: opened + day }
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  function token(payload: object, { alg = 'HS256', key = secrets.jwt, hash = 'sha256' } = {}): string {
    const signed = `${encoded({ alg, typ: 'JWT' })}.${encoded(payload)}`
    return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
  }

  test('only if it differs from a valid one: each token below does in one thing', async () =>
    expect((await get('/api/me', token(valid))).status).toBe(200))

  const without = (name: keyof typeof valid) => {
    const { [name]: _, ...rest } = valid
    return rest
  }

  test.each<[string, () => string]>([
    ['that says "none" above a good signature', () => token(valid, { alg: 'none' })],
    ['without an audience', () => token(without('aud'))],
    ['without an issuer', () => token(without('iss'))],
    ['older than any session, but not expired', () => token({ ...valid, start: opened - 90 * day })],
    ['without a session', () => token(without('sid'))],
    ['that names no account', () => token({ ...valid, sub: 'admin' })],
    ['that is empty', () => ''],
  ])('%s', async (_name, forge) => {
    expect((await get('/api/me', forge())).status).toBe(401)
    expect((await get('/api/open', forge())).body).toEqual({ customer: null })
  })
})
