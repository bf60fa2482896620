import path from 'node:path'
import type { ErasureReceipt, PersonDetail } from '@tba/events/people/views.ts'
import { streams } from '@tba/events/streams.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { pictureKey } from '@tba/runtime/storage/pictures.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { backUp } from '../../start/backup/backup.ts'
import { restoreKeyFile } from '../../start/backup/key-file.ts'
import { readManifest } from '../../start/backup/manifest.ts'
import { type RestoreResult, restore } from '../../start/backup/restore.ts'
import type { ComposeOptions } from '../../start/local/compose.ts'
import { openKeys } from '../../start/local/data/keys.ts'
import { admin, administrator } from './administrator.ts'
import { mailbox } from './mailbox.ts'
import { type Person, person, pictureId, register, submit } from './person.ts'
import { openProduct, password, type TestedProduct } from './product.ts'

const say = () => {}
export type Target = { url: string; logUrl: string; dataDir: string }

type RestoreRequest = { erasureLists?: string[]; logUrl?: string; from?: string }

/** A product with a backup that was taken while people used it. */
type BackupWorld = AsyncDisposable & {
  product: TestedProduct
  dataDir: string
  from: string
  stays: Person
  /** Erased before the backup. */
  before: Person
  /** Erased after the backup, as a part that an administrator chose. */
  after: Person
  /** Of the erasure after the backup. */
  receipt: ErasureReceipt
  accountOf(someone: Person): string
  /** Restores a backup, by default this one, into a new database. */
  restoreCopy(options?: RestoreRequest): Promise<{ destination: Target; done: RestoreResult }>
}

export async function takeBackup(): Promise<BackupWorld> {
  await using opening = new AsyncDisposableStack()
  const dataDir = quickFolder('tba-backup-')
  const secrets = openKeys(dataDir, { dataExists: false })
  const mail = opening.use(await mailbox())
  const objects = objectsOnDisk(dataDir)
  const erasuresFile = path.join(dataDir, 'erasures.txt')
  const product = opening.use(await openProduct({ secrets, objects, erasuresFile, admin, jobs: mail.jobs }))
  const [stays, before, after] = [person(), person(), person()]
  const accounts = new Map<Person, string>()
  for (const someone of [stays, before, after]) accounts.set(someone, await addCustomer(product, someone))
  const accountOf = (someone: Person) => accounts.get(someone) ?? ''
  const [lead = ''] = await submit(product, stays)
  const noted = { text: `Una nota su ${stays.surname}` }
  const notes = `/api/admin/requests/${lead}/notes`
  expect((await (await administrator(product)).post(notes, noted)).status).toBe(201)
  await erase(product, before, accountOf(before))
  // Before a file's first test, where expect.poll does not work.
  await waitFor(async () => expect(await mail.letters()).toHaveLength(2))
  await product.query(
    `insert into projector.skipped (projection, event_id, stream, error) values ('users', 'e', 's', 'why')`,
  )
  const backup = path.join(dataDir, 'backup')
  const registering = new AbortController()
  const registrations = registerUntil(product, registering.signal)
  const url = product.connectionString
  await backUp({ url, logUrl: url, dataDir, objects, to: backup, say })
  registering.abort()
  await registrations
  const console = await administrator(product)
  const { id } = await console.read<PersonDetail>(`/api/admin/people/${accountOf(after)}`)
  const chosen = { parts: [streams.account(accountOf(after))], confirmation: after.email }
  const erased = await console.post(`/api/admin/people/${id}/erase`, chosen)
  expect(erased.status).toBe(200)
  await keyIsGone(product, accountOf(after))
  const { receipt: number } = erased.body as { receipt: string }
  const receipt = await console.read<ErasureReceipt>(`/api/admin/receipts/${number}`)

  const opened = opening.move()
  return {
    product,
    dataDir,
    from: backup,
    stays,
    before,
    after,
    receipt,
    accountOf,
    async restoreCopy({ erasureLists = [erasuresFile], logUrl, from = backup } = {}) {
      const own = await target()
      const destination = { ...own, logUrl: logUrl ?? own.url }
      restoreKeyFile({ dataDir: destination.dataDir, from, hasDatabase: false })
      const manifest = await readManifest(path.join(from, 'log'))
      const restoring = { ...destination, objects: objectsOnDisk(destination.dataDir), from, manifest }
      return { destination, done: await restore({ ...restoring, erasureLists, say }) }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function addCustomer(product: TestedProduct, someone: Person) {
  const visitor = await register(product, someone)
  const { phone, surname } = someone
  expect((await visitor.put('/api/user/profile', { phone, bio: `Sono ${surname}` })).status).toBe(200)
  const accountId = await product.newestAccount()
  const picture = Buffer.from(`la foto di ${surname}`)
  await product.objects.put(pictureKey({ accountId, pictureId }), picture)
  return accountId
}

async function erase(product: TestedProduct, { email }: Person, accountId: string): Promise<void> {
  const visitor = product.visitor()
  expect((await visitor.post('/api/login', { email, password })).status).toBe(200)
  expect((await visitor.post('/api/user/erasure', { password })).status).toBe(200)
  await keyIsGone(product, accountId)
}

async function keyIsGone(product: TestedProduct, accountId: string): Promise<void> {
  const existingKey = 'select 1 from vault.person_keys where person = $1 and wrapped is not null'
  await waitFor(async () => expect(await product.query(existingKey, [accountId])).toEqual([]))
}

async function registerUntil(product: TestedProduct, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await register(product, person())
}

export async function target(): Promise<Target> {
  const url = await databaseInTest()
  return { url, logUrl: url, dataDir: quickFolder('tba-restored-') }
}

/** The product on the restored data. */
export async function openRestored({ url, logUrl, dataDir }: Target, parts: Partial<ComposeOptions> = {}) {
  const letters = await mailbox()
  onTestFinished(() => letters[Symbol.asyncDispose]())
  const secrets = openKeys(dataDir, { dataExists: true })
  const again = await openProduct({
    databaseUrl: url,
    eventStoreUrl: logUrl,
    secrets,
    jobs: letters.jobs,
    objects: objectsOnDisk(dataDir),
    ...parts,
  })
  onTestFinished(() => again[Symbol.asyncDispose]())
  return { again, letters, secrets }
}
