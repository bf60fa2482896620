import { idOf, streams } from '@tba/events/streams.ts'
import { password } from '../support/product.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { sharedProduct } from '../support/shared.ts'

const { product } = await sharedProduct()

async function revoke(account: string, except: string | null, recordedAt?: string): Promise<void> {
  const revoked = storedEvent('SessionsRevoked', { except }, { recordedAt })
  await product.store.append(streams.account(account), [revoked], 'any')
}

test('a revoked session stays revoked after the log’s clock has stepped back', async () => {
  const customer = await product.customer()
  expect((await customer.put('/api/user/profile', { bio: 'ciao' })).status).toBe(200)
  await revoke(await product.newestAccount(), null, new Date(Date.now() - 3_600_000).toISOString())
  expect((await customer.put('/api/user/profile', { bio: 'ancora' })).status).toBe(401)
})

test('a revoked session stays revoked after its own revocation of the others', async () => {
  const email = 'due-dispositivi@example.com'
  const first = await product.customer(email)
  const account = await product.newestAccount()
  const opened = await product.recorded({ type: 'SessionOpened' })
  const ownSession = idOf(opened.find(({ data }) => data.accountId === account)?.stream ?? '')
  const own = product.visitor()
  expect((await own.post('/api/login', { email, password })).status).toBe(200)
  await revoke(account, null)
  for (const _ of ['its own', 'and once more']) {
    await revoke(account, ownSession)
    expect((await first.put('/api/user/profile', { bio: 'ciao' })).status).toBe(401)
  }
  expect((await own.put('/api/user/profile', { bio: 'ciao' })).status).toBe(401)
  expect((await own.post('/api/login', { email, password })).status).toBe(200)
  expect((await own.delete('/api/user/sessions')).status).toBe(200)
  expect((await own.put('/api/user/profile', { bio: 'ciao' })).status).toBe(200)
})
