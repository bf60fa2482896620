import { perFile } from '@tba/testing/per-file.ts'
import { choose, uploadedBy } from '../support/pictures.ts'
import { openProduct, password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import type { Visitor } from '../support/visitor.ts'

const { product } = await sharedProduct()
const changed = { currentPassword: password, newPassword: 'un’altra-segreta' }

test.each<[string, (customer: Visitor) => Promise<unknown>]>([
  ['its session was signed out', customer => customer.post('/api/logout')],
  [
    'the password was changed, in the same session',
    customer => customer.call('PUT', '/api/user/password', changed),
  ],
])('an upload address is refused once %s', async (_when, end) => {
  const customer = await product.customer()
  const { uploadURL } = (await customer.post('/api/objects/upload')).body as { uploadURL: string }
  const { pathname, search } = new URL(uploadURL)
  const headers = { 'content-type': 'image/png' }
  const send = async () =>
    (await product.visitor().call('PUT', pathname + search, 'testo', { headers })).status
  expect(await send()).toBe(415)
  await end(customer)
  expect(await send()).toBe(403)
})

test('an upload address begins with PUBLIC_URL where the environment sets it, and its picture can be chosen behind a proxy with another Host', async () => {
  const own = await perFile(openProduct({ givenUrl: 'https://listino.example' }))
  const customer = await own.customer()
  const address = await uploadedBy(customer)
  expect(address).toMatch(/^https:\/\/listino\.example\/api\/objects\/uploads\//)
  expect(await choose(customer, address)).toContain('/api/objects/pictures/')
})
