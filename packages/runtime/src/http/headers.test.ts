import { serverInTest, testServer } from '../testing/test-server.ts'
import { health } from './operations/health.ts'

const app = await testServer()
app.get('/api/thing', async () => 'ok')
health(app, {})
app.get('/page', async (_, reply) => reply.headers({ 'content-security-policy': 'its own' }).send('ok'))

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

test.each(['/api/thing', '/api/nowhere', '/api/thing?q=%', '/api/%zz', '/healthz', '/metrics', '/nowhere'])(
  'the answer of %s is not cached and is not a page',
  async url => {
    expect((await app.inject(url)).headers).toMatchObject({
      ...everywhere,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  },
)

test('an address that matches no route syntax gets an answer in JSON, also outside of the API', async () => {
  for (const url of ['/api/%zz', '/%zz']) {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    expect((await app.inject(url)).headers).toMatchObject({ ...everywhere, ...json })
  }
})

test('pages set their own headers', async () => {
  const { headers } = await app.inject('/page')
  expect(headers).toMatchObject(everywhere)
  expect(headers['content-security-policy']).toBe('its own')
})

test('if the address is https, browsers must use https, otherwise not', async () => {
  const secured = await serverInTest({ publicUrl: 'https://listino.example.com' })
  for (const url of ['/api/nowhere', '/nowhere', '/%zz'])
    expect((await secured.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await app.inject('/api/thing')).headers).not.toHaveProperty('strict-transport-security')
  const all = await serverInTest({ publicUrl: 'https://listino.example.com', hstsSubdomains: true })
  const { headers } = await all.inject('/api/nowhere')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})
