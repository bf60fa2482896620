import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import { KeyMissing } from '../sealing/keyring.ts'
import { testDatabase } from '../testing/test-database.ts'
import { keksOf } from './keks.ts'
import { migrateVault, personKeys } from './person-keys.ts'

const keks = keksOf({ kek: randomBytes(32) })
const first = async () => true
const { pool } = await testDatabase()
for (const _ of ['once', 'and again']) await migrateVault(pool)

test('a person has one key, in every process', async () => {
  const person = randomUUID()
  const made = await personKeys(pool, keks).sealing(person, first)
  expect(made.key.symmetricKeySize).toBe(32)
  const elsewhere = personKeys(pool, keks)
  expect((await elsewhere.opening([person])).get(person)).toEqual(made)
  expect(await elsewhere.sealing(person, first)).toEqual(made)
})

test('processes that create a key at the same time agree on one', async () => {
  const person = randomUUID()
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => personKeys(pool, keks).sealing(person, first)),
  )
  expect(new Set(keys.map(({ key }) => key.export().toString('hex'))).size).toBe(1)
})

test('a destroyed key neither opens nor seals, and is never replaced', async () => {
  const person = randomUUID()
  const keyring = personKeys(pool, keks)
  await keyring.sealing(person, first)
  await keyring.destroy(person)
  await keyring.destroy(person)
  for (const process of [keyring, personKeys(pool, keks)]) {
    expect((await process.opening([person])).get(person)).toBe('destroyed')
    await expect(process.sealing(person, first)).rejects.toThrow(/destroyed/)
  }
})

test('a person erased before the first event gets no key later', async () => {
  const person = randomUUID()
  const keyring = personKeys(pool, keks)
  await keyring.destroy(person)
  await expect(keyring.sealing(person, first)).rejects.toThrow(/destroyed/)
})

test('the database alone opens nothing: keys are wrapped, and bound to their person', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const { key } = await personKeys(pool, keks).sealing(one, first)
  await personKeys(pool, keks).sealing(other, first)
  const wrapped = z.object({ wrapped: z.string() })
  const row = await pool.one(sql.type(wrapped)`select wrapped from vault.person_keys where person = ${one}`)
  expect(Buffer.from(row.wrapped, 'base64').includes(key.export())).toBe(false)

  await expect(personKeys(pool, keksOf({ kek: randomBytes(32) })).opening([one])).rejects.toThrow()
  await pool.query(sql.type(wrapped)`
    update vault.person_keys set wrapped = ${row.wrapped} where person = ${other}`)
  expect((await personKeys(pool, keks).opening([other])).size).toBe(0)
  await expect(personKeys(pool, keks).sealing(other, first)).rejects.toThrow(KeyMissing)
})

test('a missing key is not replaced if the log already holds events of the person', async () => {
  const person = randomUUID()
  const keyring = personKeys(pool, keks)
  await expect(keyring.sealing(person, async () => false)).rejects.toThrow(`no key of ${person}`)
  expect((await keyring.opening([person])).size).toBe(0)
  expect((await keyring.sealing(person, first)).person).toBe(person)
})

test('distinguishes two keys of one person, made before and after a loss', async () => {
  const person = randomUUID()
  const lost = await personKeys(pool, keks).sealing(person, first)
  await pool.query(sql.unsafe`delete from vault.person_keys where person = ${person}`)
  expect((await personKeys(pool, keks).sealing(person, first)).id).not.toBe(lost.id)
})
