import { freshDatabase } from '@tba/testing/database.ts'
import { transactionPooler } from '@tba/testing/transaction-pooler.ts'
import { expect, onTestFinished, test } from 'vitest'
import { assertOwnSessions } from './own-sessions.ts'

async function pooled() {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const pooler = await transactionPooler(connectionString)
  onTestFinished(() => pooler.close())
  return { direct: connectionString, through: pooler.connectionString }
}

test('a PostgreSQL behind a pooler in transaction mode is told by the variable that names it, without its password', async () => {
  const { direct, through } = await pooled()
  const asserted = assertOwnSessions({ DATABASE_URL: direct, EVENTSTORE_URL: through })
  await expect(asserted).rejects.toThrow(
    /^The PostgreSQL of EVENTSTORE_URL lies behind a pooler .*session mode\.$/,
  )
  await expect(asserted).rejects.not.toThrow(new URL(through).password)
})

test('the server itself is not', async () => {
  const { direct } = await pooled()
  await expect(assertOwnSessions({ DATABASE_URL: direct, EVENTSTORE_URL: direct })).resolves.toBeUndefined()
})
