import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openEventStore } from '@tba/event-store/open.ts'
import { verify } from '@tba/projector/verify/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { pictureKey } from '@tba/runtime/storage/pictures.ts'
import { readErasureList } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { administrator } from '../../tests/support/administrator.ts'
import { openRestored, takeBackup } from '../../tests/support/backup-world.ts'
import { person, pictureId, register, submit } from '../../tests/support/person.ts'
import { password } from '../../tests/support/product.ts'

const it = await perFile(takeBackup())

test('after a restore customers can sign in and act, and the tables equal the log', async () => {
  const { destination, done } = await it.restoreCopy()
  expect(done).toMatchObject({ erased: 1, unreadable: [], pictures: 1 })
  const { again, letters, secrets } = await openRestored(destination)
  const visitor = again.visitor()
  expect((await visitor.post('/api/login', { email: it.stays.email, password })).status).toBe(200)
  expect((await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 })).status).toBe(201)
  expect((await visitor.get('/api/user/progress')).body).toMatchObject({ plan: 'elite' })
  expect((await visitor.get('/api/auth/user')).body).toMatchObject({
    email: it.stays.email,
    lastName: it.stays.surname,
  })

  const [stayed, went] = [it.accountOf(it.stays), it.accountOf(it.after)]
  const objects = objectsOnDisk(destination.dataDir)
  const pictureOf = (accountId: string) => objects.get(pictureKey({ accountId, pictureId }))
  expect(String(await pictureOf(stayed))).toBe(`la foto di ${it.stays.surname}`)
  expect(await pictureOf(went)).toBeNull()

  const client = await clientInTest(destination.url)
  const notes = await client.query('select text from read.request_notes')
  expect(notes.rows).toEqual([{ text: `Una nota su ${it.stays.surname}` }])

  await submit(again, person())
  await expect.poll(async () => (await letters.letters()).length).toBe(2)
  // The notices of earlier submissions were sent before.
  expect((await letters.letters()).join()).not.toContain(it.stays.surname)

  const pool = await createPool(destination.url)
  const store = await openEventStore({ url: destination.url })
  onTestFinished(async () => {
    await store.close()
    await pool.end()
  })
  const log = eventLog(store, personKeys(pool, keksOf(secrets)))
  const findings = await verify({ log, pool, connectionString: destination.url })
  expect(findings.filter(({ isSame }) => !isSame)).toEqual([])
})

test('a person erased before or after the backup stays erased, and the address is free', async () => {
  const { destination } = await it.restoreCopy()
  const { again } = await openRestored(destination)
  for (const someone of [it.before, it.after]) {
    expect((await again.visitor().post('/api/login', { email: someone.email, password })).status).toBe(401)
    await register(again, someone)
  }
  const client = await clientInTest(destination.url)
  const parts = await client.query('select id from read.person_parts where id = any($1)', [
    [it.before, it.after].map(it.accountOf),
  ])
  expect(parts.rows).toEqual([])
  expect((await client.query('select error from projector.skipped')).rows).toEqual([{ error: 'why' }])
  const { rows } = await client.query('select person from vault.person_keys where wrapped is null')
  const gone = [it.accountOf(it.before), it.accountOf(it.after)]
  expect(rows.map(row => row.person).sort()).toEqual(gone.toSorted())
  const listed = await readErasureList(path.join(destination.dataDir, 'erasures.txt'))
  expect(listed.persons.toSorted()).toEqual(gone.toSorted())
})

test('the receipt of an erasure after the backup comes back once, also after a second restore', async () => {
  const { destination: first } = await it.restoreCopy()
  // The list of a machine where a crash cut off the last line, and the one of the first restore.
  const lists = [it.dataDir, first.dataDir].map(folder => path.join(folder, 'erasures.txt'))
  const torn = path.join(quickFolder('tba-backup-'), 'erasures.txt')
  fs.writeFileSync(
    torn,
    fs
      .readFileSync(lists[0] ?? '', 'utf8')
      .trimEnd()
      .slice(0, -5),
  )
  const { destination, done } = await it.restoreCopy({ erasureLists: [torn, ...lists] })
  expect(done.receipts).toBe(1)
  const { again } = await openRestored(destination, {
    erasuresFile: path.join(destination.dataDir, 'erasures.txt'),
  })
  const { keysDestroyedAt, backupsUntil, ...same } = it.receipt
  expect(same.erased).toMatchObject({ account: 1 })
  const found = await (await administrator(again)).read(`/api/admin/receipts/${same.number}`)
  expect(found).toMatchObject(same)
  expect(await again.recorded({ type: 'PartsErasureOrdered' })).toHaveLength(1)
})

test('erases a person again whose key was destroyed during the backup', async () => {
  const from = path.join(quickFolder('tba-backup-'), 'backup')
  fs.cpSync(it.from, from, { recursive: true })
  const stayed = it.accountOf(it.stays)
  const now = new Date().toISOString()
  const line = [stayed, 1, crypto.randomUUID(), '\\N', '\\N', now, now].join('\t')
  fs.writeFileSync(path.join(from, 'keys', 'late.gz'), gzipSync(`${line}\n`))
  const { destination } = await it.restoreCopy({ from })
  const { again } = await openRestored(destination)
  expect((await again.visitor().post('/api/login', { email: it.stays.email, password })).status).toBe(401)
  await register(again, it.stays)
  const client = await clientInTest(destination.url)
  const key = await client.query('select wrapped from vault.person_keys where person = $1', [stayed])
  expect(key.rows).toEqual([{ wrapped: null }])
})

test('the half without keys contains nothing readable that is personal', async () => {
  const half = path.join(it.from, 'log')
  const keys = ['keys.json', 'pictures.key'].map(name => fs.readFileSync(path.join(it.from, 'keys', name)))
  for (const name of fs.readdirSync(half)) {
    const bytes = fs.readFileSync(path.join(half, name))
    const words = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
    for (const key of keys) expect(words.includes(key.toString('latin1')), name).toBe(false)
    for (const { email, surname, phone } of [it.stays, it.before, it.after]) {
      for (const word of [
        email,
        surname,
        phone,
        Buffer.from(`la foto di ${surname}`).toString('base64').slice(4, -4),
      ]) {
        expect(words.includes(word), `${name}: ${word}`).toBe(false)
      }
    }
  }
  for (const name of ['log', 'keys']) expect(fs.statSync(path.join(it.from, name)).mode & 0o777).toBe(0o700)
})
