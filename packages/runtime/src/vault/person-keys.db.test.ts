import { randomBytes, randomUUID } from 'node:crypto'
import { type FreshDatabase, freshDatabase } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPool } from '../postgres/pool.ts'
import { migrateVault, personKeys } from './person-keys.ts'

const kek = randomBytes(32)
let database: FreshDatabase
let pool: Awaited<ReturnType<typeof createPool>>
beforeAll(async () => {
  database = await freshDatabase()
  pool = await createPool(database.connectionString)
  await migrateVault(pool)
  await migrateVault(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a person keeps one key, in every process', async () => {
  const person = randomUUID()
  const made = await personKeys(pool, kek).sealing(person)
  expect(made.key.symmetricKeySize).toBe(32)
  const elsewhere = personKeys(pool, kek)
  expect((await elsewhere.opening([person])).get(person)).toEqual(made)
  expect(await elsewhere.sealing(person)).toEqual(made)
})

test('processes that meet at a person’s first event agree on the key', async () => {
  const person = randomUUID()
  const keys = await Promise.all(Array.from({ length: 8 }, () => personKeys(pool, kek).sealing(person)))
  expect(new Set(keys.map(({ key }) => key.export().toString('hex'))).size).toBe(1)
})

test('persons without a key are absent, the others are there', async () => {
  const keyring = personKeys(pool, kek)
  const [known, stranger] = [randomUUID(), randomUUID()]
  await keyring.sealing(known)
  expect([...(await keyring.opening([known, stranger])).keys()]).toEqual([known])
})

test('a destroyed key opens and seals nothing any more, and none is ever made in its place', async () => {
  const person = randomUUID()
  const keyring = personKeys(pool, kek)
  await keyring.sealing(person)
  await keyring.destroy(person)
  await keyring.destroy(person)
  for (const process of [keyring, personKeys(pool, kek)]) {
    expect((await process.opening([person])).get(person)).toBe('destroyed')
    await expect(process.sealing(person)).rejects.toThrow(/destroyed/)
  }
})

test('a person erased before their first event gets no key afterwards', async () => {
  const person = randomUUID()
  const keyring = personKeys(pool, kek)
  await keyring.destroy(person)
  await expect(keyring.sealing(person)).rejects.toThrow(/destroyed/)
})

test('the database alone opens nothing: its keys are wrapped, and bound to their person', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const { key } = await personKeys(pool, kek).sealing(one)
  await personKeys(pool, kek).sealing(other)
  const wrapped = z.object({ wrapped: z.string() })
  const row = await pool.one(sql.type(wrapped)`select wrapped from vault.person_keys where person = ${one}`)
  expect(Buffer.from(row.wrapped, 'base64').includes(key.export())).toBe(false)

  await expect(personKeys(pool, randomBytes(32)).opening([one])).rejects.toThrow()
  await pool.query(sql.type(wrapped)`
    update vault.person_keys set wrapped = ${row.wrapped} where person = ${other}`)
  await expect(personKeys(pool, kek).opening([other])).rejects.toThrow()
})
