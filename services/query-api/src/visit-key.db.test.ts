import { createPool } from '@tba/runtime/postgres/pool.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { keysBeginning, visitKey } from './visit-key.ts'

test('a visit is looked for by the key under which the projector keeps it', async () => {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const pool = await createPool(connectionString)
  onTestFinished(() => pool.end())
  const keyOf = (id: string) =>
    pool.oneFirst(
      sql.type(z.object({ key: z.string() }))`select ${visitKey(sql.fragment`${id}::text`)} as key`,
    )
  expect(await keyOf('session_1764000000000_9f3b0000-0000-4000-8000-000000000000')).toBe(
    '019ab697-e800-dcb7-d22e-22be8d1612cc',
  )
  expect(await keyOf('visita è')).toBe('0fc65df4-e170-2ae5-807e-58522bfea3e2')
  expect(await keyOf('session_17640000000001_x')).toBe('b02b455f-46f6-2008-dc53-c79f715ef63d')

  const isAmong = (id: string, prefix: string) =>
    pool.oneFirst(sql.type(z.object({ is: z.boolean() }))`
      select ${keysBeginning(prefix)} as is from (select ${visitKey(sql.fragment`${id}::text`)} as visit) held`)
  expect(await isAmong('session_1764000000000_9f3b', 'session_1764000000000_')).toBe(true)
  expect(await isAmong('session_1764000000001_9f3b', 'session_1764000000000_')).toBe(false)
  expect(await isAmong('session_176_9f3b', 'session_176')).toBe(true)
})
