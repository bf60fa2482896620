import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openProduct } from '../support/product.ts'

test('a session that was revoked stays so where the log’s clock had stepped back', async () => {
  const product = await openProduct()
  onTestFinished(() => product[Symbol.asyncDispose]())
  const customer = await product.customer()
  expect((await customer.put('/api/user/profile', { bio: 'ciao' })).status).toBe(200)
  const revoked = {
    id: randomUUID(),
    type: 'SessionsRevoked',
    data: { except: null },
    metadata: { actor: 'test', correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 1 },
    recordedAt: new Date(Date.now() - 3_600_000).toISOString(),
  }
  await product.store.append(streams.account(await product.newestAccount()), [revoked], 'any')
  expect((await customer.put('/api/user/profile', { bio: 'ancora' })).status).toBe(401)
})
