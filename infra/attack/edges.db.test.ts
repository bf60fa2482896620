import { expect, test } from 'vitest'
import { password } from '../tests/support/product.ts'
import { sharedProduct } from '../tests/support/shared.ts'

const { product } = await sharedProduct()
const customer = await product.customer()
/** The last event that the product did not write by itself. */
const end = async () => (await product.recorded()).findLast(({ metadata }) => metadata.actor !== 'system')?.id

test.each([
  [
    'POST',
    '/api/register',
    { email: 'massa@example.com', password, firstName: 'Anna', lastName: 'Bianchi', id: 1 },
  ],
  ['PUT', '/api/user/profile', { email: 'altro@example.com' }],
  ['POST', '/api/user/progress', { plan: 'starter', deposit: 500, userId: 1 }],
  ['PUT', '/api/user/progress', { step1_broker_account: true, completedAt: '2026-01-01T00:00:00.000Z' }],
  ['POST', '/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: 100, totalProfit: 9 }],
  [
    'POST',
    '/api/user/mt4-credentials',
    { platform: 'MT4', server: 's', loginNumber: '1', password: 'p', userId: 1 },
  ],
  ['POST', '/api/tracking/analytics', { sessionId: 'v', page: '/', eventName: 'x', userId: 1 }],
] as const)('%s %s refuses %j, in which a caller has no say', async (method, path, body) => {
  const answer = await customer.call(method, path, body)
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('sconosciut') } })
})

test.each([
  ['/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: '100' }],
  ['/api/user/bots', { botType: ['swing'], strategyName: 'x', allocatedAmount: 100 }],
  ['/api/user/bots', { botType: 'swing', strategyName: 'x', allocatedAmount: 100.5 }],
  ['/api/user/progress', { plan: 'starter', deposit: true }],
  ['/api/user/progress', { plan: 'starter', deposit: '5e2' }],
  ['/api/consent', { choice: ['all'] }],
])('%s does not convert values, and refuses %j', async (path, body) => {
  expect((await customer.post(path, body)).status).toBe(400)
})

test.each<Record<string, string>>([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
  'a page of another site cannot make a browser write with %j',
  async headers => {
    const before = await end()
    for (const path of ['/api/user/progress', '/api/logout', '/api/user/erasure'])
      expect(await customer.post(path, {}, { headers }), path).toMatchObject({ status: 403 })
    expect(await customer.call('DELETE', '/api/user/sessions', undefined, { headers })).toMatchObject({
      status: 403,
    })
    expect(await end()).toBe(before)
  },
)

test.each([
  ['GET', '/api'],
  ['GET', '/api/nowhere'],
  ['GET', '/api/register'],
  ['GET', '/api/docs/static/../../../package.json'],
  ['GET', '/api/docs/static/%2e%2e%2f%2e%2e%2fpackage.json'],
] as const)('%s %s, which nobody knows, is a JSON 404', async (method, path) => {
  const answer = await product.visitor().call(method, path)
  expect(answer).toMatchObject({ status: 404, body: { message: 'Risorsa non trovata' } })
})
