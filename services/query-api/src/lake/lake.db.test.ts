import path from 'node:path'
import { openEventStore } from '@tba/event-store/open.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { type Manifest, readManifest } from '@tba/runtime/storage/lake.ts'
import { lakeOnDisk } from '@tba/runtime/storage/lake-on-disk.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { sql } from 'slonik'
import { openCopy } from '../analytics/copy/copy.ts'
import { logHead } from '../freshness/log-head.ts'
import { answering } from '../questions/questions.ts'
import { keepLake, publish } from './lake.ts'

const event = (id: number) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  type: 'InteractionTracked',
  data: { eventType: 'click', page: '/', elementId: null, elementText: null, additionalData: null },
  metadata: { actor: 'visitor', correlationId: 'test', causationId: 'test', schemaVersion: 1 },
})

test('a query-api writes its files again and again, and those of the lake', async () => {
  const url = await databaseInTest()
  await using opened = new AsyncDisposableStack()
  const store = await openEventStore({ url })
  opened.defer(() => store.close())
  const pool = await createPool(url, { max: 2 })
  opened.defer(() => pool.end())
  const [folder, shared] = [quickFolder('tba-lake-'), lakeOnDisk(quickFolder('tba-lake-'))]
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const copy = openCopy({
    answering,
    eventStoreUrl: url,
    folder,
    memoryMb: 128,
    siteHost: null,
    onError,
    head: logHead(() => store.head()),
  })
  opened.defer(() => copy.close())
  await store.append('visit-a', [event(1)], 'any')
  const options = { copy, pool, folder: path.join(folder, 'lake'), onError }
  const lake = keepLake({ ...options, open: async () => shared, everyMs: 100 })
  opened.defer(() => lake.close())
  const rows = async () =>
    (await readManifest(shared))?.files.filter(file => file.path.startsWith('events/')).map(file => file.rows)
  await expect.poll(rows).toEqual([1])
  const { position } = await store.append('visit-a', [event(2)], 'any')
  await expect.poll(rows).toEqual([1, 1])
  expect((await lake.files()).position).toBe(position)
  expect((await readManifest(shared))?.position).toBe(position)
  expect(errors).toEqual([])
})

test('only who holds the lock writes the lake, and another writer waits until the last one is silent', async () => {
  const pool = await createPool(await databaseInTest(), { max: 2 })
  onTestFinished(() => pool.end())
  const [store, folder] = [lakeOnDisk(quickFolder('tba-lake-')), quickFolder('tba-lake-')]
  const by = (writer: string, writtenAt = new Date()): Manifest => ({
    version: 1,
    position: writer,
    writer,
    writtenAt: writtenAt.toISOString(),
    files: [],
  })
  const published = (manifest: Manifest, isForced = false) =>
    publish(pool, { store, folder, manifestOf: () => manifest, isForced })
  const writer = async () => (await readManifest(store))?.writer
  expect([await published(by('a')), await published(by('b')), await writer()]).toEqual([true, false, 'a'])
  expect([await published(by('c'), true), await writer()]).toEqual([true, 'c'])
  await pool.connect(async other => {
    await other.query(sql.unsafe`select pg_advisory_lock(hashtextextended('lake', 0))`)
    expect(await published(by('c'))).toBe(false)
    await other.query(sql.unsafe`select pg_advisory_unlock(hashtextextended('lake', 0))`)
  })
  await published(by('c', new Date(0)), true)
  expect([await published(by('b')), await writer()]).toEqual([true, 'b'])
})
