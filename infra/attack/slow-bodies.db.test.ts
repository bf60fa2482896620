import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { administrator } from '../tests/support/administrator.ts'
import { password } from '../tests/support/product.ts'
import { listening, sharedProduct } from '../tests/support/shared.ts'
import { existingKeys } from '../tests/support/traces.ts'

const { product } = await sharedProduct()
const port = await listening(product)

type Call = { method: 'POST' | 'PUT'; path: string; headers: Record<string, string>; body: object }

/** A call that has sent its head and all of its body but the last byte. `end` sends that byte. */
async function startCall({ method, path, headers, body }: Call) {
  const bytes = Buffer.from(JSON.stringify(body))
  const length = { 'content-type': 'application/json', 'content-length': bytes.length }
  const call = request({ port, method, path, headers: { ...headers, ...length } })
  const arrived = once(product.app.server, 'request')
  call.write(bytes.subarray(0, -1))
  await arrived
  return {
    async end() {
      call.end(bytes.subarray(-1))
      const [answer] = await once(call, 'response')
      return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
    },
  }
}

const cookieOf = (cookies: Map<string, string>) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})
const refused = { status: 401, body: { message: 'Accesso richiesto' } }

test('a change whose body arrives after the sign-out is not made', async () => {
  const customer = await product.customer('lenta@example.com')
  const change = { method: 'PUT', path: '/api/user/profile', body: { bio: 'Tardi' } } as const
  const slow = await startCall({ ...change, headers: cookieOf(customer.cookies) })
  await customer.post('/api/logout')
  expect(await slow.end()).toEqual(refused)
  await customer.post('/api/login', { email: 'lenta@example.com', password })
  expect((await customer.get('/api/user/profile')).body).toMatchObject({ bio: null })
})

test('a plan whose body arrives after the customer’s erasure stores nothing about them', async () => {
  const customer = await product.customer()
  const key = await product.newestAccount()
  const body = { plan: 'elite', deposit: 3000 }
  const plan = { method: 'POST', path: '/api/user/progress', body } as const
  const slow = await startCall({ ...plan, headers: cookieOf(customer.cookies) })
  await customer.post('/api/user/erasure', { password })
  await expect.poll(() => existingKeys(product, [key])).toEqual([])
  expect(await slow.end()).toEqual(refused)
  expect(await product.recorded({ stream: `setup-${key}` })).toEqual([])
})

test('a setting whose body arrives after the administrator’s sign-out does not change', async () => {
  const console = await administrator(product)
  await console.post('/api/admin/settings/ga', { measurementId: 'G-PRIMA1' })
  const body = { measurementId: 'G-TARDI1' }
  const headers = { authorization: `Bearer ${console.token}` }
  const slow = await startCall({ method: 'POST', path: '/api/admin/settings/ga', headers, body })
  await console.post('/api/admin/logout')
  expect(await slow.end()).toEqual(refused)
  const settings = await (await administrator(product)).get('/api/admin/settings')
  expect(settings.body).toEqual({ measurementId: 'G-PRIMA1' })
})
