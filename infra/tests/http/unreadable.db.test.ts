import type { JsonObject } from '@tba/event-store/port.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { openProduct } from '../support/product.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { refusal } from '../support/visitor.ts'

const product = await perFile(openProduct())

/** An event of another build. */
async function record(stream: string, type: string, { schemaVersion = 1, data = {} as JsonObject } = {}) {
  await product.store.append(stream, [storedEvent(type, data, { schemaVersion })], 'any')
}

async function customer() {
  const visitor = await product.customer()
  return { visitor, accountId: await product.newestAccount() }
}

test('a customer with events of a newer build gets 503, and others are not affected', async () => {
  const { visitor, accountId } = await customer()
  await record(`setup-${accountId}`, 'BotPaused')
  const answer = await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 })
  expect(answer).toMatchObject(refusal(503, 'Il servizio è in aggiornamento. Riprova tra poco.'))
  expect(answer.headers['retry-after']).toBe('30')
  const other = await customer()
  expect((await other.visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 })).status).toBe(201)
})

test('a missing key means that data cannot be read now, not that they are erased', async () => {
  const { visitor, accountId } = await customer()
  await product.query('delete from vault.person_keys where person = $1', [accountId])
  await product.query(`select pg_notify('person_key_destroyed', $1)`, [accountId])
  await expect
    .poll(() => visitor.put('/api/user/profile', { bio: 'Ciao' }))
    .toMatchObject(refusal(503, 'Questi dati al momento non si possono leggere. Riprova più tardi.'))
})
