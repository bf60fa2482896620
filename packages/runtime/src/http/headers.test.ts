import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets, secretsFrom } from '../secrets.ts'
import type { App } from './app.ts'
import { health } from './health.ts'
import { httpServer } from './http-server.ts'

let app: App
beforeAll(async () => {
  app = await httpServer({ secrets: secretsFrom(newSecrets()), publicUrl: 'http://localhost', limitScale: 1 })
  app.get('/api/thing', async () => 'ok')
  health(app, {})
  app.get('/page', async (_request, reply) =>
    reply.headers({ 'content-security-policy': 'its own' }).send('ok'),
  )
})
afterAll(() => app.close())

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

test.each(['/api/thing', '/api/nowhere', '/api/thing?q=%', '/api/%zz', '/healthz', '/metrics', '/nowhere'])(
  'what %s answers is kept by nobody and is no page',
  async url => {
    expect((await app.inject(url)).headers).toMatchObject({
      ...everywhere,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  },
)

test('an address that no route can even be looked up for is answered in JSON, outside of the API too', async () => {
  for (const url of ['/api/%zz', '/%zz']) {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    expect((await app.inject(url)).headers).toMatchObject({ ...everywhere, ...json })
  }
})

test('pages bring rules of their own', async () => {
  const { headers } = await app.inject('/page')
  expect(headers).toMatchObject(everywhere)
  expect(headers['content-security-policy']).toBe('its own')
})

test('where the address is https, browsers are told to come by nothing else, and only there', async () => {
  const secured = await httpServer({
    secrets: secretsFrom(newSecrets()),
    publicUrl: 'https://listino.example.com',
    limitScale: 1,
  })
  for (const url of ['/api/nowhere', '/nowhere', '/%zz'])
    expect((await secured.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000')
  await secured.close()
  expect((await app.inject('/api/thing')).headers).not.toHaveProperty('strict-transport-security')
})
