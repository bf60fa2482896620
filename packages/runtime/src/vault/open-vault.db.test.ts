import { randomBytes, randomUUID } from 'node:crypto'
import { type FreshDatabase, freshDatabase } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPool } from '../postgres/pool.ts'
import { keksOf } from './keks.ts'
import { openVault, type Vault } from './open-vault.ts'
import { migrateVault } from './person-keys.ts'

const keks = keksOf({ kek: randomBytes(32) })
const first = async () => true
let database: FreshDatabase
let pool: Awaited<ReturnType<typeof createPool>>
let here: Vault
let elsewhere: Vault
beforeAll(async () => {
  database = await freshDatabase()
  const { connectionString } = database
  pool = await createPool(connectionString)
  await migrateVault(pool)
  here = await openVault({ pool, keks, connectionString })
  elsewhere = await openVault({ pool, keks, connectionString })
})
afterAll(async () => {
  await here.close()
  await elsewhere.close()
  await pool.end()
  await database.drop()
})

/** Long before a minute is over. */
const soon = { timeout: 5_000, interval: 10 }
const opens = async (vault: Vault, person: string) =>
  typeof (await vault.opening([person])).get(person) === 'object'

/** Somebody whose key is nowhere any more but in what this vault remembers. */
async function remembered(vault: Vault): Promise<string> {
  const person = randomUUID()
  await vi.waitFor(async () => {
    await vault.sealing(person, first)
    await pool.query(sql.unsafe`delete from vault.person_keys where person = ${person}`)
    expect(await opens(vault, person)).toBe(true)
  }, soon)
  return person
}

const breakConnections = () =>
  pool.query(sql.unsafe`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vault' and datname = current_database()`)

test('what one process destroys, another one that has used the key forgets at once, and nothing else', async () => {
  const [erased, stays] = [await remembered(elsewhere), await remembered(elsewhere)]
  await here.destroy(erased)
  await vi.waitFor(async () => expect(await opens(elsewhere, erased)).toBe(false), soon)
  await expect(elsewhere.sealing(erased, first)).rejects.toThrow(/destroyed/)
  expect(await opens(elsewhere, stays)).toBe(true)
})

test('a process that may have missed a destruction forgets every key, and hears the next one again', async () => {
  const erased = await remembered(elsewhere)
  await breakConnections()
  await vi.waitFor(async () => expect(await opens(elsewhere, erased)).toBe(false), soon)

  const next = await remembered(elsewhere)
  await here.destroy(next)
  await vi.waitFor(async () => expect(await opens(elsewhere, next)).toBe(false), soon)
})
