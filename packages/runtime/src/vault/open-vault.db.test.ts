import { randomBytes, randomUUID } from 'node:crypto'
import { waitFor } from '@tba/testing/wait.ts'
import { sql } from 'slonik'
import { testDatabase } from '../testing/test-database.ts'
import { keksOf } from './keks.ts'
import { openVault, type Vault } from './open-vault.ts'
import { migrateVault } from './person-keys.ts'

const keks = keksOf({ kek: randomBytes(32) })
const first = async () => true
const { pool, connectionString } = await testDatabase()
await migrateVault(pool)
const here = await openVault({ pool, keks, connectionString })
const elsewhere = await openVault({ pool, keks, connectionString })
afterAll(async () => {
  await here.close()
  await elsewhere.close()
})

/** Long before the minute of the cache is over. */
const opens = async (vault: Vault, person: string) =>
  typeof (await vault.opening([person])).get(person) === 'object'

/** A person whose key exists only in the cache of this vault. */
async function remembered(vault: Vault): Promise<string> {
  const person = randomUUID()
  await waitFor(async () => {
    await vault.sealing(person, first)
    await pool.query(sql.unsafe`delete from vault.person_keys where person = ${person}`)
    expect(await opens(vault, person)).toBe(true)
  })
  return person
}

const breakConnections = () =>
  pool.query(sql.unsafe`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vault' and datname = current_database()`)

test('a process forgets a key at once that another one destroys, and no other key', async () => {
  const [erased, stays] = [await remembered(elsewhere), await remembered(elsewhere)]
  await here.destroy(erased)
  await expect.poll(() => opens(elsewhere, erased)).toBe(false)
  await expect(elsewhere.sealing(erased, first)).rejects.toThrow(/destroyed/)
  expect(await opens(elsewhere, stays)).toBe(true)
})

test('a process that may have missed a destruction forgets every key, and is notified of the next one', async () => {
  const erased = await remembered(elsewhere)
  await breakConnections()
  await expect.poll(() => opens(elsewhere, erased)).toBe(false)

  const next = await remembered(elsewhere)
  await here.destroy(next)
  await expect.poll(() => opens(elsewhere, next)).toBe(false)
})
