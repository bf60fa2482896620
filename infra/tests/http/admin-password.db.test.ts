import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { admin, administrator } from '../support/administrator.ts'
import { openProduct, type TestedProduct } from '../support/product.ts'

/** As a start does with another ADMIN_PASSWORD in its environment. */
async function changePassword({ connectionString, secrets }: TestedProduct, password: string) {
  const pool = await createPool(connectionString)
  const store = await openEventStore({ url: connectionString })
  const log = eventLog(store, personKeys(pool, keksOf(secrets)))
  await ensureAdmin({ log, secrets, passwords: await passwords() }, { email: admin.email, password })
  await store.close()
  await pool.end()
}

test('a new password of the administrator’s ends the sessions from before it, on both sides', async () => {
  const product = await openProduct({ admin })
  onTestFinished(() => product[Symbol.asyncDispose]())
  const before = await administrator(product)
  const set = { measurementId: 'G-ABCD1234' }
  expect((await before.post('/api/admin/settings/ga', set)).status).toBe(200)
  expect((await before.settled('/api/admin/settings')).status).toBe(200)

  await changePassword(product, 'un-altra-password')
  expect((await before.post('/api/admin/settings/ga', set)).status).toBe(401)
  expect((await before.post('/api/admin/export/analytics/link')).status).toBe(401)
  for (const path of ['/api/admin/settings', '/api/admin/dashboard'])
    await vi.waitFor(async () => expect((await before.get(path)).status).toBe(401))

  const visitor = product.visitor()
  expect((await visitor.post('/api/admin/login', admin)).status).toBe(401)
  const signIn = await visitor.post('/api/admin/login', { ...admin, password: 'un-altra-password' })
  const headers = { authorization: `Bearer ${(signIn.body as { token: string }).token}` }
  expect((await visitor.post('/api/admin/settings/ga', set, { headers })).status).toBe(200)
  expect((await visitor.get('/api/admin/settings', { headers })).status).toBe(200)
})
