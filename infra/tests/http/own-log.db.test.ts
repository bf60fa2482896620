import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openProduct } from '../support/product.ts'

test('the log may stand in another database than the tables that are made of it', async () => {
  const elsewhere = await freshDatabase()
  onTestFinished(elsewhere.drop)
  await using product = await openProduct({ eventStoreUrl: elsewhere.connectionString })
  const customer = await product.customer()
  const plan = await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
  expect((await customer.get('/api/user/progress')).body).toEqual(plan.body)
  expect(await product.recorded({ type: 'PlanActivated' })).toHaveLength(1)
  expect(await product.query(`select to_regnamespace('log') as log`)).toEqual([{ log: null }])
})
