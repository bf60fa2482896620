import { createPool } from '@tba/runtime/postgres/pool.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { awaitTables } from './await-tables.ts'

async function emptyDatabase() {
  const connectionString = await databaseInTest()
  const pool = await createPool(connectionString, { max: 2 })
  onTestFinished(() => pool.end())
  const sentences: string[] = []
  return { pool, sentences, warn: (_fields: object, sentence: string) => void sentences.push(sentence) }
}

test('a query-api that starts before the first projector waits for its tables, and logs it once', async () => {
  const { pool, ...log } = await emptyDatabase()
  const waiting = awaitTables(pool, log, { everyMs: 20 })
  await expect.poll(() => log.sentences).toEqual(['waiting for a projector to make the read tables'])
  const none = sql.type(z.object({}))
  await pool.query(none`create schema projector`)
  await pool.query(none`create table projector.checkpoints ()`)
  await waiting
  expect(log.sentences).toHaveLength(1)
})

test('it does not wait for ever', async () => {
  const { pool, ...log } = await emptyDatabase()
  await expect(awaitTables(pool, log, { patienceMs: 50, everyMs: 20 })).rejects.toThrow(/^No projector/)
})
