import path from 'node:path'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { startEmulator } from '@tba/event-store/eventstoredb/testing/emulator/emulator.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { lockServer } from '@tba/testing/server-lock.ts'
import { type Mailbox, mailbox } from '../../tests/support/mailbox.ts'
import { type Person, person, register, submit } from '../../tests/support/person.ts'
import { openProduct, password } from '../../tests/support/product.ts'
import { completed, run } from '../../tests/support/run.ts'
import { essenceOf, seed } from '../../tests/support/seeded-log.ts'
import type { ComposeOptions } from '../local/compose.ts'
import { migrateLog } from './migrate-log.ts'

const script = path.join(import.meta.dirname, 'migrate-log.main.ts')
async function killedTwice(from: string, to: string): Promise<string> {
  const copying = { env: {}, command: [process.execPath, script, '--from', from, '--to', to] }
  for (let kills = 0; kills < 2; kills++) {
    const killed = run(copying)
    await killed.says(/Copying the log: [\d,]+ events/)
    killed.child.kill('SIGKILL')
    await killed.ended
  }
  return completed(copying)
}

/** A real server if there is one. Its log holds data that other tests of the run use. */
async function eventStoreDb() {
  const url = process.env.EVENTSTORE_URL
  if (url && !isInPostgres(url)) {
    const turn = await lockServer(url)
    onTestFinished(() => turn[Symbol.asyncDispose]())
    return { url, events: 200_000 }
  }
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  return { url: emulator.url, events: 20_000 }
}

test('copies a log to EventStoreDB, killed twice, and back, and it is equal', async () => {
  const [from, back] = [await databaseInTest(), await databaseInTest()]
  const { url, events } = await eventStoreDb()
  // The existing events are the beginning of the copy.
  await migrateLog({ from: url, to: from, say: () => {} }).catch(() => {})
  await seed(from, events)
  expect(await killedTwice(from, url)).toMatch(/ streams are in both logs/)
  await migrateLog({ from: url, to: back, say: () => {} })
  expect(await essenceOf(back)).toEqual(await essenceOf(from))
}, 600_000)

test('a product with a moved log continues with its people, and sends no letter twice', async () => {
  const mail = await mailbox()
  onTestFinished(() => mail[Symbol.asyncDispose]())
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const objects = objectsOnDisk(quickFolder('tba-backup-'))
  const [databaseUrl, elsewhere] = [await databaseInTest(), await databaseInTest()]
  const someone = person()
  const parts = { databaseUrl, objects, jobs: mail.jobs }
  const { secrets, persons } = await livedWith(parts, mail, someone)
  const letters = await mail.letters()

  for (const [from, to] of [
    [databaseUrl, emulator.url],
    [emulator.url, elsewhere],
  ] as const) {
    await migrateLog({ from, to, say: () => {} })
    await using moved = await openProduct({ ...parts, secrets, eventStoreUrl: to })
    const visitor = moved.visitor()
    expect((await visitor.post('/api/login', { email: someone.email, password })).status).toBe(200)
    expect((await visitor.get('/api/user/progress')).body).toMatchObject({ plan: 'starter' })
    const phone = `+39 333 000 000${to === elsewhere ? 1 : 2}`
    expect((await visitor.put('/api/user/profile', { phone })).status).toBe(200)
    const seen = await visitor.get('/api/user/profile')
    expect(seen.headers['x-stale']).toBeUndefined()
    expect(seen.body).toMatchObject({ phone })
    await expect.poll(() => moved.query(personsOf)).toEqual(persons)
  }
  expect(await mail.letters()).toEqual(letters)
})

const personsOf = 'select stream, person, kind, email from read.person_parts order by stream'

/** A person registers and gets two letters. @returns the secrets that open their data, and the parts of the person */
async function livedWith(parts: Partial<ComposeOptions>, mail: Mailbox, someone: Person) {
  await using product = await openProduct(parts)
  const visitor = await register(product, someone)
  const plan = { plan: 'starter', deposit: 500 }
  expect((await visitor.post('/api/user/progress', plan)).status).toBe(201)
  await submit(product, someone)
  await expect.poll(() => mail.letters()).toHaveLength(2)
  const persons = await product.query(personsOf)
  expect(persons).toHaveLength(3)
  return { secrets: product.secrets, persons }
}
