import fs from 'node:fs'
import path from 'node:path'
import { openEventStore } from '@tba/event-store/open.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { openRestored, takeBackup, target } from '../../tests/support/backup-world.ts'
import { password } from '../../tests/support/product.ts'
import { completed, expectRefusal, run } from '../../tests/support/run.ts'
import { openKeys } from '../local/data/keys.ts'
import { backUp } from './backup.ts'
import { notBackedUp, schemas, tables } from './tables.ts'

const script = path.join(import.meta.dirname, 'restore.main.ts')

const it = await perFile(takeBackup())

test('a killed restore leaves a marked database, and can be started again', async () => {
  const destination = await target()
  const client = await clientInTest(destination.url)
  // It gets as far as the keys.
  await client.query(`select pg_advisory_lock(hashtextextended('migrate vault', 0))`)
  const env = { DATA_DIR: destination.dataDir, DATABASE_URL: destination.url }
  const list = path.join(it.dataDir, 'erasures.txt')
  const command = [process.execPath, script, it.from, '--erasures', list]
  const killed = run({ env, command })
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
  killed.child.kill('SIGKILL')
  await killed.ended
  await client.query(`select pg_advisory_unlock_all()`)
  await expect(openEventStore({ url: destination.url })).rejects.toThrow(
    /^A restore into this database was started/,
  )

  expect(await completed({ env, command })).toContain('1 who had been erased since are so again.')
  const { again } = await openRestored(destination)
  expect((await again.visitor().post('/api/login', { email: it.stays.email, password })).status).toBe(200)

  const sentence = /^The database is not empty: it has .*log.*\. A restore goes into an empty one\.\n$/
  await expectRefusal({ env, command }, sentence)
})

test('if one of two databases is in use, none is touched', async () => {
  const begun = await databaseInTest()
  const client = await clientInTest(begun)
  await client.query('create schema restore; create table restore.under_way (); create schema vault')
  const destination = { ...(await target()), url: begun, logUrl: it.product.connectionString }
  const env = {
    DATA_DIR: destination.dataDir,
    DATABASE_URL: destination.url,
    EVENTSTORE_URL: destination.logUrl,
  }
  await expectRefusal({ env, command: [process.execPath, script, it.from] }, 'The database is not empty')
  expect((await client.query(`select to_regnamespace('vault') is not null as there`)).rows).toEqual([
    { there: true },
  ])
})

test('restores nothing into an emptied database while the product runs on it', async () => {
  const destination = await target()
  await clientInTest(destination.url, 'vault')
  const env = { DATA_DIR: destination.dataDir, DATABASE_URL: destination.url }
  const command = [process.execPath, script, it.from]
  await expectRefusal({ env, command }, 'The product runs on this database: stop it first.')
})

test.each<[string, (copy: string, destination: { dataDir: string }) => void, RegExp]>([
  ['was interrupted', copy => fs.rmSync(path.join(copy, 'log/manifest.json')), /no whole backup/],
  ['is damaged', copy => flip(path.join(copy, 'log/events.gz')), /is damaged: .*events\.gz/],
  [
    'has the keys of another',
    copy => rename(path.join(copy, 'keys/manifest.json')),
    /those of another backup/,
  ],
  [
    'is another release’s',
    copy => age(path.join(copy, 'log/manifest.json')),
    /release that took the backup restores it/,
  ],
  [
    'comes to another installation’s key file',
    (_copy, destination) => void openKeys(destination.dataDir, { dataExists: false }),
    /another one than the backup’s/,
  ],
])('refuses a backup that %s, and the database stays empty', async (_, damage, sentence) => {
  const destination = await target()
  const copy = path.join(quickFolder('tba-backup-'), 'copy')
  fs.cpSync(it.from, copy, { recursive: true })
  damage(copy, destination)
  const env = { DATA_DIR: destination.dataDir, DATABASE_URL: destination.url }
  await expectRefusal({ env, command: [process.execPath, script, copy] }, sentence)
  const client = await clientInTest(destination.url)
  expect(
    (await client.query(`select to_regnamespace('log') as log, to_regnamespace('restore') as mark`)).rows,
  ).toEqual([{ log: null, mark: null }])
})

function flip(file: string): void {
  const bytes = fs.readFileSync(file)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
}
function rename(file: string): void {
  fs.writeFileSync(
    file,
    JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), id: crypto.randomUUID() }),
  )
}
function age(file: string): void {
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ ...manifest, format: 99 }))
}

test('every table of the database is in a backup, or left out for a reason', async () => {
  const found = await it.product.query(
    `
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any($1)`,
    [schemas.filter(name => name !== 'bullmq' && name !== 'log')],
  )
  const inIt = ['vault.keks', 'vault.person_keys', ...tables.map(({ name }) => name)]
  expect(found.map(({ name }) => name).sort()).toEqual([...inIt, ...Object.keys(notBackedUp)].sort())
})

test('a backup needs its own folder', async () => {
  const url = it.product.connectionString
  const { objects } = it.product
  const backing = backUp({ url, logUrl: url, dataDir: it.dataDir, objects, to: it.from, say: () => {} })
  await expect(backing).rejects.toThrow(/There is something in/)
})
