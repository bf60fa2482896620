import { freshDatabase } from '@tba/testing/database.ts'
import { transactionPooler } from '@tba/testing/transaction-pooler.ts'
import { expect, onTestFinished, test } from 'vitest'
import { assertNoTransactionPooler } from './transaction-pooler.ts'

async function pooled() {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const pooler = await transactionPooler(connectionString)
  onTestFinished(() => pooler.close())
  return { direct: connectionString, through: pooler.connectionString }
}

test('reports a transaction pooler by its variable, without the password', async () => {
  const { direct, through } = await pooled()
  const asserted = assertNoTransactionPooler({ DATABASE_URL: direct, EVENTSTORE_URL: through })
  await expect(asserted).rejects.toThrow(
    /^The PostgreSQL of EVENTSTORE_URL lies behind a pooler .*session mode\.$/,
  )
  await expect(asserted).rejects.not.toThrow(new URL(through).password)
})

test('accepts the server itself', async () => {
  const { direct } = await pooled()
  await expect(
    assertNoTransactionPooler({ DATABASE_URL: direct, EVENTSTORE_URL: direct }),
  ).resolves.toBeUndefined()
})
