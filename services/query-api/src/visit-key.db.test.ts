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
      select ${keysBeginning(prefix) ?? sql.fragment`false`} as is
      from (select ${visitKey(sql.fragment`${id}::text`)} as visit) held`)
  const id = 'session_1764000000000_9f3b'
  for (const length of [0, 4, 8, 9, 14, 20, 21, 22, 26])
    expect(await isAmong(id, id.slice(0, length)), id.slice(0, length)).toBe(true)
  for (const other of ['1764000000001_9f3b', '1763999999999_9f3b'])
    expect(await isAmong(`session_${other}`, 'session_1764000000000_')).toBe(false)
  for (const at of ['1764000000000', '1764999999999'])
    expect(await isAmong(`session_${at}_9f3b`, 'session_1764')).toBe(true)
  for (const at of ['1763999999999', '1765000000000'])
    expect(await isAmong(`session_${at}_9f3b`, 'session_1764')).toBe(false)
})

test.each(['9f3b0000', 'session_176_9', 'session_17640000000001', 'SESSION_1764'])(
  'no visit with the time in its id begins with %s, so none is looked at',
  prefix => expect(keysBeginning(prefix)).toBe(null),
)
