import { admin, administrator, changeAdminPassword } from '../support/administrator.ts'
import { openProduct } from '../support/product.ts'

test('a new password of the administrator ends all earlier sessions, on both sides', async () => {
  const product = await openProduct({ admin })
  onTestFinished(() => product[Symbol.asyncDispose]())
  const before = await administrator(product)
  const set = { measurementId: 'G-ABCD1234' }
  expect((await before.post('/api/admin/settings/ga', set)).status).toBe(200)
  expect((await before.get('/api/admin/settings')).status).toBe(200)

  await changeAdminPassword(product, 'un-altra-password')
  expect((await before.post('/api/admin/settings/ga', set)).status).toBe(401)
  expect((await before.post('/api/admin/export/analytics/link')).status).toBe(401)
  for (const path of ['/api/admin/settings', '/api/admin/dashboard'])
    await expect.poll(async () => (await before.get(path)).status).toBe(401)

  const visitor = product.visitor()
  expect((await visitor.post('/api/admin/login', admin)).status).toBe(401)
  const signIn = await visitor.post('/api/admin/login', { ...admin, password: 'un-altra-password' })
  const headers = { authorization: `Bearer ${(signIn.body as { token: string }).token}` }
  expect((await visitor.post('/api/admin/settings/ga', set, { headers })).status).toBe(200)
  expect((await visitor.get('/api/admin/settings', { headers })).status).toBe(200)
})
