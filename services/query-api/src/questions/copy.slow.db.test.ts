import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import { connect } from '@tba/event-store/postgres/testing/harness.ts'
import { readable } from '@tba/event-store/testing/contract/harness.ts'
import { streams } from '@tba/events/streams.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { longestWaitMs, waitFor } from '@tba/testing/wait.ts'
import { type Copy, type CopyOptions, openCopy } from '../analytics/copy/copy.ts'
import { logHead } from '../freshness/log-head.ts'
import { countEvents, findEvents } from '../history/find-events.ts'
import { answering } from './questions.ts'

const database = await freshDatabase()
afterAll(database.drop)
const store = await openEventStore({ url: database.connectionString })
afterAll(() => store.close())

let ids = 0
const clicks = (count: number) =>
  Array.from({ length: count }, () => ({
    id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    type: 'InteractionTracked',
    data: { eventType: 'click', page: '/', elementId: null, elementText: null, additionalData: null },
    metadata: { actor: 'visitor', correlationId: 'test', causationId: 'test', schemaVersion: 1 },
  }))
const append = (count: number) => store.append(streams.visit('1'), clicks(count), 'any')

function opened(folder: string, more: Pick<CopyOptions, 'onError'> = {}): Copy {
  const copy = openCopy({
    folder,
    memoryMb: 128,
    siteHost: null,
    eventStoreUrl: database.connectionString,
    waitMs: longestWaitMs,
    answering,
    ...more,
    head: logHead(() => store.head()),
  })
  onTestFinished(() => copy.close())
  return copy
}
const count = (copy: Copy) => copy.query(countEvents, { filter: { types: [], words: [] } })
const live = (copy: Copy) => expect.poll(() => copy.state().state).toBe('live')

test('a copy contains the log at the time of the query, and the next process continues from its file', async () => {
  const folder = quickFolder('tba-copy-')
  const copy = opened(folder)
  await append(3)
  await live(copy)
  expect(await count(copy)).toBe(3)
  await append(2)
  expect(await count(copy)).toBe(5)
  await copy.close()
  const files = readdirSync(folder)
  writeFileSync(path.join(folder, 'cut-off.parquet'), '')
  const again = opened(folder)
  await live(again)
  await append(1)
  expect(await count(again)).toBe(6)
  // An interrupted download leaves a file, which is deleted.
  expect(readdirSync(folder).filter(name => !name.endsWith('.wal'))).toEqual(
    files.filter(name => name.endsWith('.duckdb')),
  )
})

const files = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.duckdb'))

test('the file of another version stays until the copy is there, if the disk has room for both', async () => {
  const folder = quickFolder('tba-copy-')
  const [small, huge] = ['aaaaaaaaaaaa-1.duckdb', 'bbbbbbbbbbbb-1.duckdb']
  for (const name of [small, huge]) writeFileSync(path.join(folder, name), 'of another version')
  // A sparse file: it takes no space, and says that it is larger than the disk.
  truncateSync(path.join(folder, huge), 8e12)
  const said: unknown[] = []
  const copy = opened(folder, { onError: error => said.push(error) })
  await expect.poll(() => files(folder)).not.toContain(huge)
  expect(said.map(String)).toEqual([expect.stringContaining('no room')])
  await live(copy)
  await expect.poll(() => files(folder)).toEqual([expect.not.stringContaining('aaaa')])
})

test('a damaged file is deleted and rebuilt', async () => {
  const folder = quickFolder('tba-copy-')
  await append(5)
  const copy = opened(folder)
  await live(copy)
  const events = await count(copy)
  await copy.close()
  const [before = ''] = files(folder)
  truncateSync(path.join(folder, before), 5_000)
  const again = opened(folder)
  expect(await count(again)).toBe(events)
  expect(files(folder)).toHaveLength(1)
  expect(files(folder)).not.toEqual([before])
})

test('the query that finds the file damaged is answered with 503, and the next one from a new copy', async () => {
  const folder = quickFolder('tba-copy-')
  // The start reads the newest ids, and with them their blocks. Texts like these have blocks of their own.
  const elementText = () => randomBytes(1_000).toString('hex')
  const long = clicks(400).map(click => ({ ...click, data: { ...click.data, elementText: elementText() } }))
  await store.append(streams.visit('1'), long, 'any')
  const copy = opened(folder)
  await live(copy)
  await copy.close()
  const [before = ''] = files(folder)
  writeFileSync(path.join(folder, 'deleted.duckdb.wal'), '')
  const again = opened(folder)
  await live(again)
  expect(readdirSync(folder)).not.toContain('deleted.duckdb.wal')
  // Blocks of rows, which are read only by a query.
  const file = openSync(path.join(folder, before), 'r+')
  const { size } = fstatSync(file)
  for (let at = 12_288 + 100; at < size; at += 4_096) writeSync(file, 'damaged', at)
  closeSync(file)
  const all = {
    filter: { types: [], visits: [], words: [] },
    order: 'asc',
    limit: 100_000,
    after: null,
  } as const
  await expect(again.query(findEvents, all)).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => files(folder)).not.toContain(before)
  await live(again)
  expect(await count(again)).toBe(ids)
})

test('a requested rebuild runs beside the copy that answers, then replaces it', async () => {
  const folder = quickFolder('tba-copy-')
  await append(3)
  const copy = opened(folder)
  await live(copy)
  const [before] = files(folder)
  const request = { ...clicks(1)[0], type: 'AnalyticsRebuildRequested', data: {} }
  await store.append('projection-analytics', [request as ReturnType<typeof clicks>[number]], 'any')
  await waitFor(async () => {
    // Queries run all the time.
    await count(copy)
    expect(files(folder)).toHaveLength(1)
    expect(files(folder)).not.toEqual([before])
  })
  const events = await count(copy)
  await append(1)
  expect(await count(copy)).toBe(events + 1)
})

test('a folder belongs to one process: another one finds the file locked', async () => {
  const folder = quickFolder('tba-copy-')
  const holder = opened(folder)
  await live(holder)
  const [file = ''] = files(folder)
  const script = `import { openDatabase, isLocked } from '${import.meta.resolve('../analytics/copy/database.ts')}'
    await openDatabase(process.argv[1], { memoryMb: 64 }).then(() => console.log('opened'), e => console.log(isLocked(e)))`
  const said = execFileSync(process.execPath, [
    '--input-type=module-typescript',
    '-e',
    script,
    path.join(folder, file),
  ])
  expect(said.toString().trim()).toBe('true')
})

/** As a failover to a standby that lags: the readers have to connect again, and the end of the log is another one. */
async function failOver(...changes: string[]): Promise<void> {
  const client = await connect(database.connectionString)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'analytics'`
  await client.query(['begin', 'lock table log.events', ...changes, cut, 'commit'].join('; '))
  await client.end()
}
const newest = 'select event_id from log.events order by xid desc, position desc limit 2'
const lose = `delete from log.events where event_id in (${newest})`
const replace = `update log.events set event_id = gen_random_uuid() where event_id in (${newest})`
const rowsOf = async (copy: Copy) => {
  const filter = { types: [], visits: [], words: [] }
  return (await copy.query(findEvents, { filter, order: 'asc', limit: 100_000, after: null })).events.map(
    ({ id }) => id,
  )
}

test.each([
  ['is shorter', [lose], 0],
  ['is longer again', [lose], 5],
  ['has other events at the same positions', [replace], 0],
])(
  'a copy of a log that %s is rebuilt by itself, at a reconnect and at a start',
  async (_which, changes, grown) => {
    for (const isRunning of [true, false]) {
      const folder = quickFolder('tba-copy-')
      await append(4)
      const copy = opened(folder)
      await live(copy)
      await count(copy)
      if (!isRunning) await copy.close()
      await failOver(...changes)
      if (grown > 0) await append(grown)
      const asked = isRunning ? copy : opened(folder)
      await readable(store, (await store.head()) as Position)
      const inLog = (await Array.fromAsync(store.readAll())).map(({ id }) => id)
      await expect.poll(() => rowsOf(asked)).toEqual(inLog)
      await asked.close()
    }
  },
)

test('an uncaught error ends the thread in order, and not the process', async () => {
  const errors: unknown[] = []
  const settings = {
    folder: quickFolder('tba-copy-'),
    memoryMb: 128,
    eventStoreUrl: database.connectionString,
  }
  const worker = new Worker(answering, { workerData: { ...settings, isAfterDeath: false }, execArgv: [] })
  worker.on('error', error => errors.push(error))
  worker.on('message', message => {
    // Reading this value throws.
    if (message.state?.state === 'live') worker.postMessage(null)
  })
  const code = await new Promise(resolve => worker.once('exit', resolve))
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
})
