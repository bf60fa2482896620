import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { openEventStore } from '@tba/event-store/open.ts'
import { RestoreUnfinished } from '@tba/event-store/postgres/opening.ts'
import { verify } from '@tba/projector/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { readErasureList } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Mailbox, mailbox } from '../../tests/support/mailbox.ts'
import { type Person, person, pictureId, register, submit } from '../../tests/support/person.ts'
import { openProduct, password, type TestedProduct } from '../../tests/support/product.ts'
import { recordedIn } from '../../tests/support/recorded.ts'
import { run } from '../../tests/support/run.ts'
import { openKeys } from '../local/keys.ts'
import { backUp } from './backup.ts'
import { bringKeyFile } from './key-file.ts'
import { readManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { leftOut, schemas, tables } from './tables.ts'

const say = () => {}
const script = path.join(import.meta.dirname, 'restore.main.ts')
const until = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 20_000, interval: 20 })

const opened = new AsyncDisposableStack()
let product: TestedProduct
let mail: Mailbox
let dataDir = ''
let from = ''
/** Stays; was erased before the backup; is erased after it; left a lead and is erased after it. */
const [stays, before, after] = [person(), person(), person()]
const accounts = new Map<Person, string>()
let lead = ''

beforeAll(async () => {
  dataDir = folder()
  const secrets = openKeys(dataDir, { dataExists: false })
  mail = opened.use(await mailbox())
  const picturesFolder = path.join(dataDir, 'pictures')
  const erasuresFile = path.join(dataDir, 'erasures.txt')
  product = opened.use(await openProduct({ secrets, picturesFolder, erasuresFile, jobs: mail.jobs }))
  for (const someone of [stays, before, after]) accounts.set(someone, await settled(someone))
  ;[lead = ''] = await submit(product, stays)
  await erase(before)
  await until(async () => expect(await mail.letters()).toHaveLength(2))
  await product.query(
    `insert into projector.skipped (projection, event_id, stream, error) values ('users', 'e', 's', 'why')`,
  )
  from = path.join(folder(), 'backup')
  // People act while it is taken.
  const acting = new AbortController()
  const acts = act(acting.signal)
  await backUp({ url: product.connectionString, logUrl: product.connectionString, dataDir, to: from, say })
  acting.abort()
  await acts
  await erase(after)
})
afterAll(() => opened.disposeAsync())

function folder(): string {
  const made = fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'tba-backup-'))
  opened.defer(async () => fs.rmSync(made, { recursive: true }))
  return made
}

async function settled(someone: Person): Promise<string> {
  const visitor = await register(product, someone)
  const { phone, surname } = someone
  expect((await visitor.put('/api/user/profile', { phone, bio: `Sono ${surname}` })).status).toBe(200)
  const accountId = await product.newestAccount()
  const picture = Buffer.from(`la foto di ${surname}`)
  await picturesOnDisk(path.join(dataDir, 'pictures')).put({ accountId, pictureId }, picture)
  return accountId
}

async function erase(someone: Person): Promise<void> {
  const visitor = product.visitor()
  expect((await visitor.post('/api/login', { email: someone.email, password })).status).toBe(200)
  expect((await visitor.post('/api/user/erasure', { password })).status).toBe(200)
  const living = 'select 1 from vault.person_keys where person = $1 and wrapped is not null'
  await until(async () => expect(await product.query(living, [accounts.get(someone)])).toEqual([]))
}

async function act(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await register(product, person())
}

async function emptyDatabase(): Promise<string> {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  return connectionString
}

async function target() {
  const url = await emptyDatabase()
  return { url, logUrl: url, dataDir: folder() }
}

async function restored(options: { erasureLists?: string[]; logUrl?: string } = {}) {
  const own = await target()
  const place = { ...own, logUrl: options.logUrl ?? own.url }
  bringKeyFile({ dataDir: place.dataDir, from, hasDatabase: false })
  const manifest = await readManifest(path.join(from, 'log'))
  const { erasureLists = [path.join(dataDir, 'erasures.txt')] } = options
  return { place, done: await restore({ ...place, from, manifest, erasureLists, say }) }
}

/** The product over what was restored. */
async function resumed({ url, logUrl, dataDir }: Awaited<ReturnType<typeof target>>) {
  const letters = await mailbox()
  onTestFinished(() => letters[Symbol.asyncDispose]())
  const secrets = openKeys(dataDir, { dataExists: true })
  const picturesFolder = path.join(dataDir, 'pictures')
  const again = await openProduct({
    databaseUrl: url,
    eventStoreUrl: logUrl,
    secrets,
    picturesFolder,
    jobs: letters.jobs,
  })
  onTestFinished(() => again[Symbol.asyncDispose]())
  return { again, letters, secrets }
}

test('what is restored goes on: customers sign in, act and see it, and a fold of the log says the same', async () => {
  const { place, done } = await restored()
  expect(done).toMatchObject({ erased: 1, unreadable: [], pictures: 1 })
  const { again, letters, secrets } = await resumed(place)
  const visitor = again.visitor()
  expect((await visitor.post('/api/login', { email: stays.email, password })).status).toBe(200)
  expect((await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 })).status).toBe(201)
  expect((await visitor.get('/api/user/progress')).body).toMatchObject({ plan: 'elite' })
  expect((await visitor.get('/api/auth/user')).body).toMatchObject({
    email: stays.email,
    lastName: stays.surname,
  })

  const [stayed, went] = [accounts.get(stays) ?? '', accounts.get(after) ?? '']
  const pictures = picturesOnDisk(path.join(place.dataDir, 'pictures'))
  const picture = await pictures.open({ accountId: stayed, pictureId })
  expect(await text(picture?.stream ?? Readable.from([]))).toBe(`la foto di ${stays.surname}`)
  expect(await pictures.open({ accountId: went, pictureId })).toBeNull()

  const [next] = await submit(again, person())
  await until(async () => expect((await letters.letters()).length).toBe(2))
  expect(next).not.toBe(lead)

  const pool = await createPool(place.url)
  const store = await openEventStore({ url: place.url })
  onTestFinished(async () => {
    await store.close()
    await pool.end()
  })
  const log = eventLog(store, personKeys(pool, keksOf(secrets)))
  const findings = await verify({ log, pool, connectionString: place.url })
  expect(findings.filter(({ isSame }) => !isSame)).toEqual([])
})

test('whoever was erased, before the backup or after it, stays so; their address is free', async () => {
  const { place } = await restored()
  const { again } = await resumed(place)
  for (const someone of [before, after]) {
    expect((await again.visitor().post('/api/login', { email: someone.email, password })).status).toBe(401)
    await register(again, someone)
  }
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  onTestFinished(() => client.end())
  expect((await client.query('select error from projector.skipped')).rows).toEqual([{ error: 'why' }])
  const { rows } = await client.query('select person from vault.person_keys where wrapped is null')
  const gone = [accounts.get(before), accounts.get(after)]
  expect(rows.map(row => row.person).sort()).toEqual(gone.toSorted())
  expect((await readErasureList(path.join(place.dataDir, 'erasures.txt'))).sort()).toEqual(gone.toSorted())
})

test('the log is what it was, in its order, and no position from before is one of its own', async () => {
  const { place, done } = await restored({ erasureLists: [] })
  const store = await openEventStore({ url: place.url })
  onTestFinished(() => store.close())
  const essence = (events: Awaited<ReturnType<typeof recordedIn>>) =>
    events.map(({ position: _, ...event }) => event)
  const copied = essence(await recordedIn(store))
  expect(copied.length).toBe(done.events)
  const ids = new Set(copied.map(({ id }) => id))
  expect(essence((await product.recorded()).filter(({ id }) => ids.has(id)))).toEqual(copied)
  const old = (await product.store.head()) ?? undefined
  expect((await store.head())?.slice(0, 8)).not.toBe(old?.slice(0, 8))
  const reading = async () => Array.fromAsync(store.readAll(old ? { after: old } : {}))
  await expect(reading()).rejects.toThrow(/generation/)
})

test('the log may come into a database of its own', async () => {
  const { place } = await restored({ logUrl: await emptyDatabase() })
  const { again } = await resumed(place)
  const visitor = again.visitor()
  expect((await visitor.post('/api/login', { email: stays.email, password })).status).toBe(200)
  expect((await visitor.get('/api/auth/user')).body).toMatchObject({ lastName: stays.surname })
})

test('nothing personal can be read in the half without keys', async () => {
  const half = path.join(from, 'log')
  for (const name of fs.readdirSync(half)) {
    const bytes = fs.readFileSync(path.join(half, name))
    const words = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
    for (const { email, surname, phone } of [stays, before, after]) {
      for (const word of [
        email,
        surname,
        phone,
        Buffer.from(`di ${surname}`).toString('base64').slice(4, -4),
      ]) {
        expect(words.includes(word), `${name}: ${word}`).toBe(false)
      }
    }
  }
  for (const name of ['log', 'keys']) expect(fs.statSync(path.join(from, name)).mode & 0o777).toBe(0o700)
})

test('a restore that was killed leaves a database that says so, and is started over', async () => {
  const place = await target()
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  onTestFinished(() => client.end())
  // It gets as far as the keys.
  await client.query(`select pg_advisory_lock(hashtextextended('migrate vault', 0))`)
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.url }
  const list = path.join(dataDir, 'erasures.txt')
  const command = [process.execPath, script, from, '--erasures', list]
  const killed = run({ env, command })
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await until(async () => expect((await client.query(waiting)).rowCount).toBe(1))
  killed.child.kill('SIGKILL')
  await killed.ended
  await client.query(`select pg_advisory_unlock_all()`)
  await expect(openEventStore({ url: place.url })).rejects.toThrow(RestoreUnfinished)

  const second = run({ env, command })
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toContain('1 who had been erased since are so again.')
  const { again } = await resumed(place)
  expect((await again.visitor().post('/api/login', { email: stays.email, password })).status).toBe(200)

  const third = run({ env, command })
  expect(await third.ended).toBe(1)
  expect(third.errors()).toMatch(
    /^The database is not empty: it has .*log.*\. A restore goes into an empty one\.\n$/,
  )
}, 60_000)

test.each<[string, (copy: string, place: { dataDir: string }) => void, RegExp]>([
  ['was broken off', copy => fs.rmSync(path.join(copy, 'log/manifest.json')), /no whole backup/],
  ['lacks a file', copy => fs.rmSync(path.join(copy, 'keys/vault.gz')), /is missing or cannot be read/],
  ['is damaged', copy => flip(path.join(copy, 'log/events.gz')), /is damaged: .*events\.gz/],
  [
    'has the keys of another',
    copy => rename(path.join(copy, 'keys/manifest.json')),
    /those of another backup/,
  ],
  ['is a newer release’s', copy => age(path.join(copy, 'log/manifest.json')), /taken by a newer release/],
  [
    'comes to another installation’s key file',
    (_copy, place) => void openKeys(place.dataDir, { dataExists: false }),
    /another one than the backup’s/,
  ],
])('a backup that %s is refused, and the database stays empty', async (_, damage, sentence) => {
  const place = await target()
  const copy = path.join(folder(), 'copy')
  fs.cpSync(from, copy, { recursive: true })
  damage(copy, place)
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.url }
  const refused = run({ env, command: [process.execPath, script, copy] })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toMatch(sentence)
  expect(refused.errors().trimEnd()).not.toContain('\n')
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  onTestFinished(() => client.end())
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
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), id: randomUUID() }))
}
function age(file: string): void {
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ ...manifest, log: { ...manifest.log, schemaVersion: 99 } }))
}

test('every table of the database is in a backup, or left out for a reason', async () => {
  const found = await product.query(
    `
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any($1)`,
    [schemas.filter(name => name !== 'bullmq' && name !== 'log')],
  )
  const inIt = ['vault.keks', 'vault.person_keys', ...tables.map(({ name }) => name)]
  expect(found.map(({ name }) => name).sort()).toEqual([...inIt, ...Object.keys(leftOut)].sort())
})

test('a backup goes into a folder of its own', async () => {
  const url = product.connectionString
  await expect(backUp({ url, logUrl: url, dataDir, to: from, say })).rejects.toThrow(/There is something in/)
})
