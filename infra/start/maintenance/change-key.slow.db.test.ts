import fs from 'node:fs'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { type Keks, KekUnknown, keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { KeyChangeRunning, KeysDamaged } from '@tba/runtime/vault/rewrap.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'
import { run, temporaryFolder } from '../../tests/support/run.ts'
import { openKeys } from '../local/data/keys.ts'
import { changeKey } from './change-key.ts'

const first = async () => true
const script = new URL('./rotate-keys.ts', import.meta.url).pathname
const onProgress = () => {}

const { connectionString, drop } = await freshDatabase()
afterAll(drop)
const pool = await createPool(connectionString, { max: 4 })
afterAll(() => pool.end())
const client = new pg.Client({ connectionString })
await client.connect()
afterAll(() => client.end())

let dataDir = ''
beforeEach(async () => {
  dataDir = temporaryFolder()
  openKeys(dataDir, { dataExists: false })
  await migrateVault(pool)
  await client.query('delete from vault.person_keys')
})

const fileNow = () => openKeys(dataDir, { dataExists: true })
const stored = () => JSON.parse(fs.readFileSync(`${dataDir}/keys.json`, 'utf8'))
const listed = async () => (await client.query('select id from vault.keks')).rows.map(({ id }) => id)

/** Persons with their keys in clear. */
async function persons(count: number): Promise<Map<string, string>> {
  const keyring = personKeys(pool, keksOf(fileNow()))
  const made = await Promise.all(
    Array.from({ length: count }, () => keyring.sealing(crypto.randomUUID(), first)),
  )
  return new Map(made.map(({ person, key }) => [person, key.export().toString('hex')]))
}

async function inClear(keks: Keks, known: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const keys = await personKeys(pool, keks).opening([...known.keys()])
  return new Map(
    [...keys].map(([person, key]) => [person, key === 'destroyed' ? key : key.key.export().toString('hex')]),
  )
}

test('changes the key-encryption key, and keeps every key of a person', async () => {
  const known = await persons(20)
  const before = stored()
  expect(await changeKey({ dataDir, pool, onProgress })).toBe(20)
  const { kek, ...others } = stored()
  expect(kek).not.toBe(before.kek)
  expect({ ...others, kek: before.kek }).toEqual(before)
  expect(await inClear(keksOf(fileNow()), known)).toEqual(known)
  expect(await listed()).toEqual([keksOf(fileNow()).current().id])
  await expect(inClear(keksOf({ kek: Buffer.from(before.kek, 'base64') }), known)).rejects.toThrow(KekUnknown)
})

test('a killed change is continued, and no key is lost', async () => {
  const known = await persons(600)
  const before = stored().kek
  const env = { DATA_DIR: dataDir, DATABASE_URL: connectionString }
  let kills = 0
  for (;;) {
    await holdAt(kills + 1)
    const changing = run({ env, command: [process.execPath, script] })
    const held = await Promise.race([changing.ended.then(() => false), untilHeld()])
    if (held) changing.child.kill('SIGKILL')
    const end = await changing.ended
    await letGo()
    if (!held) {
      expect(end, changing.output()).toBe(0)
      break
    }
    kills++
    expect(stored().formerKek).toBe(before)
    expect(await inClear(keksOf(fileNow()), known)).toEqual(known)
  }
  // The new key, the keys of persons, the former key.
  expect(kills).toBeGreaterThanOrEqual(3)
  expect(stored()).not.toHaveProperty('formerKek')
  expect(await inClear(keksOf(fileNow()), known)).toEqual(known)
})

/** Blocks the nth writing statement of a change. */
async function holdAt(step: number): Promise<void> {
  await client.query('create sequence steps')
  await client.query(`create function wait() returns trigger language plpgsql as $$
    begin if nextval('steps') = ${step} then perform pg_sleep(60); end if; return null; end $$`)
  for (const table of ['keks', 'person_keys']) {
    await client.query(`create trigger wait after insert or update or delete on vault.${table}
      for each statement execute function wait()`)
  }
}

const sleeping = 'datname = current_database() and wait_event = $$PgSleep$$'

async function untilHeld(): Promise<boolean> {
  const held = async () =>
    (await client.query(`select pid from pg_stat_activity where ${sleeping}`)).rows.length
  await expect.poll(held).toBe(1)
  return true
}

/** As the server does when a client is gone: uncommitted changes are lost. */
async function letGo(): Promise<void> {
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${sleeping}`)
  await client.query('drop function wait() cascade')
  await client.query('drop sequence steps')
}

test('keys that a process wraps with the former KEK during a change are rewrapped too', async () => {
  await persons(3)
  const behind = personKeys(pool, keksOf(fileNow()))
  let late: string | null = null
  const wrapped: Promise<unknown>[] = []
  const count = await changeKey({
    dataDir,
    pool,
    onProgress() {
      late ??= crypto.randomUUID()
      if (wrapped.length === 0) wrapped.push(behind.sealing(late, first).catch(error => error))
    },
  })
  const [made] = await Promise.all(wrapped)
  const opens = await inClear(keksOf(fileNow()), new Map([[String(late), '']]))
  // It was either in time and rewrapped, or refused: no key has the former KEK.
  expect([count, opens.size, made instanceof KekUnknown]).toEqual(
    made instanceof KekUnknown ? [3, 0, true] : [4, 1, false],
  )
})

test('the key file of another installation changes nothing', async () => {
  await persons(1)
  fs.rmSync(`${dataDir}/keys.json`)
  openKeys(dataDir, { dataExists: false })
  const before = stored()
  await expect(changeKey({ dataDir, pool, onProgress })).rejects.toThrow(KekUnknown)
  expect(stored()).toEqual(before)
})

test('a damaged key in the vault keeps the former KEK, and does not affect others', async () => {
  const known = await persons(3)
  const [broken = ''] = known.keys()
  await client.query(
    `update vault.person_keys set wrapped = overlay(wrapped placing 'AAAA' from 20) where person = $1`,
    [broken],
  )
  await expect(changeKey({ dataDir, pool, onProgress })).rejects.toThrow(KeysDamaged)
  expect(stored()).toHaveProperty('formerKek')
  known.delete(broken)
  expect(await inClear(keksOf(fileNow()), known)).toEqual(known)
  await personKeys(pool, keksOf(fileNow())).destroy(broken)
  await changeKey({ dataDir, pool, onProgress })
  expect(stored()).not.toHaveProperty('formerKek')
})

test('of two changes at once one runs, and the other is refused', async () => {
  await persons(1)
  const before = stored()
  await client.query(`select pg_advisory_lock(hashtextextended('vault key change', 0))`)
  await expect(changeKey({ dataDir, pool, onProgress })).rejects.toThrow(KeyChangeRunning)
  await client.query(`select pg_advisory_unlock(hashtextextended('vault key change', 0))`)
  expect(stored()).toEqual(before)
})
