import { sql } from 'slonik'
import { z } from 'zod'
import { testDatabase } from '../testing/test-database.ts'

const { pool } = await testDatabase('pool-test')

test('rejects a row that its schema does not describe', async () => {
  const asText = z.object({ id: z.string() })
  await expect(pool.one(sql.type(asText)`select 1::int as id`)).rejects.toThrow(/conform with the schema/)
})

test('returns a row as its schema transforms it', async () => {
  const asDate = z.object({ at: z.number().transform(ms => new Date(ms).toISOString()) })
  const row = await pool.one(sql.type(asDate)`select timestamptz '2026-01-01T10:00:00Z' as at`)
  expect(row).toEqual({ at: '2026-01-01T10:00:00.000Z' })
})

test('does not repeat a transaction that lost a serialisation race', async () => {
  let runs = 0
  const work = pool.transaction(async transaction => {
    runs += 1
    await transaction.query(sql.unsafe`do $$ begin raise sqlstate '40001'; end $$`)
  })
  await expect(work).rejects.toThrow()
  expect(runs).toBe(1)
})

test('does not repeat a statement', async () => {
  await pool.query(sql.unsafe`create sequence attempts`)
  await pool.query(sql.unsafe`
    create function attempt() returns int language plpgsql as
    $$ begin perform nextval('attempts'); raise sqlstate '40001'; end $$`)
  await expect(pool.query(sql.unsafe`select attempt()`)).rejects.toThrow()
  expect(
    await pool.oneFirst(sql.type(z.object({ next: z.bigint() }))`select nextval('attempts') as next`),
  ).toBe(2n)
})

test('connections show their application name and their limits', async () => {
  const shown = await pool.one(sql.type(
    z.object({ name: z.string(), statement: z.string(), idle: z.string() }),
  )`select current_setting('application_name') as name, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)
  expect(shown).toEqual({ name: 'pool-test', statement: '15s', idle: '10s' })
})
