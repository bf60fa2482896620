import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { openEventStore } from '@tba/event-store/open.ts'
import { streams } from '@tba/events/streams.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { openCopy } from '../analytics/copy/copy.ts'
import { openDatabase } from '../analytics/copy/database.ts'
import { logHead } from '../freshness/log-head.ts'
import { answering } from './questions.ts'

let ids = 0
const events = (count: number) =>
  Array.from({ length: count }, () => {
    const id = `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
    const data = {
      eventType: 'click',
      page: `/${ids % 40}`,
      elementId: null,
      elementText: null,
      additionalData: null,
    }
    const metadata = { actor: 'visitor', correlationId: id, causationId: id, schemaVersion: 1 }
    return { id, type: 'InteractionTracked', data, metadata }
  })
const expiry = () => ({
  id: `00000000-0000-4000-9000-${String(++ids).padStart(12, '0')}`,
  type: 'VisitsExpired',
  data: { before: new Date().toISOString(), visits: [String(ids % 30)] },
  metadata: { actor: 'system', correlationId: 'test', causationId: 'test', schemaVersion: 1 },
})

/** A program that keeps a copy until it is killed. */
const keepsCopy = `
  import { openEventStore } from '${import.meta.resolve('@tba/event-store/open.ts')}'
  import { logHead } from '${import.meta.resolve('../freshness/log-head.ts')}'
  import { openCopy } from '${import.meta.resolve('../analytics/copy/copy.ts')}'
  import { answering } from '${import.meta.resolve('./questions.ts')}'
  const { DATABASE_URL: eventStoreUrl, FOLDER: folder } = process.env
  const store = await openEventStore({ url: eventStoreUrl })
  openCopy({ answering, eventStoreUrl, folder, memoryMb: 128, head: logHead(() => store.head()), onError: console.error })`

/** The content of a copy by stream. The numbers of its rows do not matter. */
async function held(folder: string) {
  const [file = ''] = readdirSync(folder).filter(name => name.endsWith('.duckdb'))
  const database = await openDatabase(path.join(folder, file), { memoryMb: 128 })
  const connection = await database.connect()
  const found = await connection.runAndReadAll(`
    select stream, count(*)::integer, bit_xor(hash(e.position, e.event_id, e.data, e.tied_visit, e.attributes))::varchar
    from events e group by stream order by stream`)
  const order = await connection.runAndReadAll(`
    select count(*)::integer from (select position, lag(position) over (order by seq) as before from events)
    where before >= position`)
  connection.closeSync()
  database.closeSync()
  return { streams: found.getRows(), outOfOrder: order.getRows()[0]?.[0] }
}

test('a copy whose process is killed during a build or while it follows equals a new one', async () => {
  const connectionString = await databaseInTest()
  const store = await openEventStore({ url: connectionString })
  onTestFinished(() => store.close())
  const record = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await store.append(streams.visit(String(round % 30)), events(200), 'any')
      if (round % 7 === 3) await store.append(streams.tracking(), [expiry()], 'any')
    }
  }
  await record(150)
  const folder = quickFolder('tba-killed-')
  for (let kill = 0; kill < 10; kill++) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', keepsCopy], {
      env: { PATH: process.env.PATH, DATABASE_URL: connectionString, FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit')
    const recording = record(4)
    await after(300 + Math.random() * 1_500)
    child.kill('SIGKILL')
    const [[, signal]] = await Promise.all([ended, recording])
    expect(signal).toBe('SIGKILL')
  }

  async function caughtUp(into: string) {
    const head = logHead(() => store.head())
    const copy = openCopy({
      answering,
      eventStoreUrl: connectionString,
      folder: into,
      memoryMb: 128,
      siteHost: null,
      head,
    })
    const end = await store.head()
    await expect.poll(() => copy.state().position).toBe(end)
    await copy.close()
  }
  const rebuilt = quickFolder('tba-rebuilt-')
  await caughtUp(folder)
  await caughtUp(rebuilt)
  const [killed, built] = [await held(folder), await held(rebuilt)]
  expect(built.outOfOrder).toBe(0)
  expect(killed).toEqual(built)
  expect(built.streams.length).toBeGreaterThan(10)
})
