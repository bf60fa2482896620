import { describe, expect, test } from 'vitest'
import { password } from '../support/product.ts'
import { sendRaw, statusesIn } from '../support/raw-http.ts'
import { listening, sharedProduct } from '../support/shared.ts'

const { product } = await sharedProduct()
const customer = await product.customer()
const port = await listening(product)

const lead = { name: 'Anna Bianchi', email: 'anna@example.com', plan: 'starter', deposit: '500' }
const json = { 'content-type': 'application/json' }
/** Where the log ends, but for what the product itself writes into it. */
const end = async () => (await product.recorded()).findLast(({ metadata }) => metadata.actor !== 'system')?.id

/** Sends it as it is, and expects a refusal in Italian that leaves nothing in the log. */
async function refuses(raw: string | Buffer, status: number, headers: Record<string, string> = json) {
  const before = await end()
  const answer = await product.visitor().post('/api/leads', undefined, { raw, headers })
  expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/^[A-Z]/) } })
  expect(await end()).toBe(before)
}

describe('fields that the caller has no say in', () => {
  test.each([
    ['/api/register', { role: 'admin' }],
    ['/api/register', { id: 1 }],
    ['/api/register', { username: 'anna' }],
    ['/api/register', { passwordHash: '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA' }],
  ])('%s refuses %j', async (path, extra) => {
    const body = { email: 'massa@example.com', password, firstName: 'Anna', lastName: 'Bianchi', ...extra }
    expect((await product.visitor().post(path, body)).status).toBe(400)
  })
  test.each([
    ['PUT', '/api/user/profile', { email: 'altro@example.com' }],
    ['PUT', '/api/user/profile', { id: 1, bio: 'x' }],
    ['PUT', '/api/user/profile', { profileImageUrl: 'https://altrove.example/x.png' }],
    ['POST', '/api/user/progress', { plan: 'starter', deposit: 500, userId: 1 }],
    ['PUT', '/api/user/progress', { step1_broker_account: true, completedAt: '2026-01-01T00:00:00.000Z' }],
    ['POST', '/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: 100, totalProfit: 9 }],
    [
      'POST',
      '/api/user/mt4-credentials',
      { platform: 'MT4', server: 's', loginNumber: '1', password: 'p', userId: 1 },
    ],
    ['POST', '/api/tracking/analytics', { sessionId: 'v', page: '/', eventName: 'x', userId: 1 }],
  ] as const)('%s %s refuses %j', async (method, path, body) => {
    const answer = await customer.call(method, path, body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('sconosciut') } })
  })
})

describe('a value is taken as what it is', () => {
  test.each([
    ['/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: '100' }],
    ['/api/user/bots', { botType: ['swing'], strategyName: 'x', allocatedAmount: 100 }],
    ['/api/user/bots', { botType: 'swing', strategyName: 7, allocatedAmount: 100 }],
    ['/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: true }],
    ['/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: 100.5 }],
    ['/api/user/progress', { plan: 'starter', deposit: true }],
    ['/api/user/progress', { plan: 'starter', deposit: ' 500 ' }],
    ['/api/user/progress', { plan: 'starter', deposit: '5e2' }],
    ['/api/consent', { choice: ['all'] }],
  ])('%s refuses %j', async (path, body) => {
    expect((await customer.post(path, body)).status).toBe(400)
  })
})

describe('a body', () => {
  test('may have 64 KiB and no more', async () => {
    const withSpace = (bytes: number) => JSON.stringify(lead).padEnd(bytes, ' ')
    expect(
      (await product.visitor().post('/api/leads', undefined, { raw: withSpace(65_536), headers: json }))
        .status,
    ).toBe(201)
    await refuses(withSpace(65_537), 413)
  })

  test('may be 20 levels deep and no more', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const sent = async (levels: number) =>
      (await product.visitor().post('/api/leads', undefined, { raw: deep(levels), headers: json })).body
    expect(await sent(20)).toMatchObject({ message: 'La richiesta deve contenere un oggetto JSON' })
    expect(await sent(21)).toEqual({ message: 'JSON non valido' })
    // Far more than any parser that calls itself could take.
    await refuses(deep(30_000), 400)
  })

  test.each([
    ['NUL', JSON.stringify({ ...lead, message: 'a\0b' })],
    ['NUL in a name', JSON.stringify({ ...lead, 'a\0b': 1 })],
    ['half a surrogate pair', JSON.stringify({ ...lead, message: '\ud800' })],
    ['bytes that are no UTF-8', Buffer.from(JSON.stringify({ ...lead, message: '\xff' }), 'latin1')],
    ['a prototype', `{"__proto__":{"role":"admin"},${JSON.stringify(lead).slice(1)}`],
    ['a constructor’s prototype', `{"constructor":{"prototype":{"x":1}},${JSON.stringify(lead).slice(1)}`],
    ['a name that every object has', `{"toString":1,${JSON.stringify(lead).slice(1)}`],
    ['half a sentence', JSON.stringify(lead).slice(0, -5)],
    ['a list', '[]'],
    ['nothing but null', 'null'],
    ['nothing', ''],
  ])('with %s is refused', async (_what, raw) => {
    await refuses(raw, 400)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  test.each([
    ['text/plain', JSON.stringify(lead)],
    ['application/x-www-form-urlencoded', new URLSearchParams(lead).toString()],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nAnna\r\n--x--',
    ],
    ['application/xml', '<lead/>'],
  ])('of type %s is refused', async (type, raw) => {
    await refuses(raw, 415, { 'content-type': type })
  })

  test('of JSON’s type in any spelling is read', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    const answer = await product
      .visitor()
      .post('/api/leads', undefined, { raw: JSON.stringify(lead), headers })
    expect(answer.status).toBe(201)
  })
})

describe('another site’s page', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('cannot make a browser write with %j', async headers => {
    const before = await end()
    for (const path of ['/api/user/progress', '/api/logout', '/api/user/erasure'])
      expect(await customer.post(path, {}, { headers }), path).toMatchObject({ status: 403 })
    expect(await customer.call('DELETE', '/api/user/sessions', undefined, { headers })).toMatchObject({
      status: 403,
    })
    expect(await end()).toBe(before)
  })
})

describe('an address that nobody knows', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nowhere'],
    ['POST', '/api/user/nowhere'],
    ['DELETE', '/api/register'],
    ['PUT', '/api/leads'],
    ['GET', '/api/register'],
    ['GET', '/api/docs/static/../../../package.json'],
    ['GET', '/api/docs/static/%2e%2e%2f%2e%2e%2fpackage.json'],
  ] as const)('%s %s is a JSON 404', async (method, path) => {
    const answer = await product.visitor().call(method, path)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Risorsa non trovata' } })
  })
})

describe('what is hardly HTTP', () => {
  const start = 'POST /api/leads HTTP/1.1\r\nhost: localhost\r\n'
  test.each([
    ['two lengths', `${start}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${start}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a length that is no number', `${start}content-length: two\r\n\r\n{}`, 400],
    [
      'a broken chunk',
      `${start}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['a method of no protocol', 'STEAL /api/leads HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
    [
      'headers without an end',
      `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a tunnel', 'CONNECT internal:5432 HTTP/1.1\r\nhost: internal\r\n\r\n', undefined],
  ])('%s is refused', async (_what, bytes, status) => {
    expect(statusesIn(await sendRaw(port, Buffer.from(bytes, 'latin1')))[0]).toBe(status)
  })

  test('a second request behind a refused one is not smuggled in', async () => {
    const before = await end()
    const body = JSON.stringify(lead)
    const hidden = `${start}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const smuggled = `${start}content-length: 0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`
    expect(statusesIn(await sendRaw(port, smuggled))).toEqual([400])
    expect(await end()).toBe(before)
  })

  test('the server is there for the next one', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })
})
