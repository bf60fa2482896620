import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { type Manifest, readManifest, sweeper } from '@tba/runtime/storage/lake.ts'
import { lakeOnDisk } from '@tba/runtime/storage/lake-on-disk.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { OpenCopy } from '../analytics/copy/open-copy.ts'
import { verifyLake } from './verify-lake.ts'
import { writeLake } from './write-lake.ts'

const emailHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const person = personIdOf(emailHash) ?? ''
const [visit, other] = ['session_1767261600000_here', 'session_1767261600000_gone']
const account = '0198a000-0000-7000-8000-00000000000a'

const seen = (of: string, recordedAt: string, page = 'https://example.com/prezzi?utm_source=Google') =>
  recordedEvent(
    'InteractionTracked',
    { eventType: 'page_view', page, elementId: null, elementText: null, additionalData: null },
    { stream: streams.visit(of), actor: 'visitor', recordedAt },
  )
const lead = (recordedAt: string) =>
  recordedFixture('LeadSubmitted', { stream: streams.lead('1'), visitId: visit, recordedAt }, { emailHash })
const claimed = (recordedAt: string) =>
  recordedFixture('EmailClaimed', { stream: streams.email(emailHash), recordedAt })
const named = (recordedAt: string) =>
  recordedFixture('AccountRegistered', { stream: streams.account(account), recordedAt })

/** A copy in a folder, and its lake. The clock stands still on a day. */
async function openLake(...events: readonly StoredEvent[]) {
  const folder = quickFolder('tba-lake-')
  const copy = await OpenCopy.open(path.join(folder, 'copy.duckdb'), {
    memoryMb: 128,
    siteHost: 'example.com',
  })
  onTestFinished(() => copy.close())
  const lake = path.join(folder, 'lake')
  const store = lakeOnDisk(lake)
  const ask: <T>(work: Parameters<typeof copy.answer<T>>[1]) => Promise<T> = work =>
    copy.answer({ preferred: null, required: null, waitMs: 0, signal: new AbortController().signal }, work)
  const add = (...more: readonly StoredEvent[]) => copy.writer.add(more, { isCaughtUp: true })
  await add(...events)
  return {
    lake,
    store,
    ask,
    add,
    write: (today = '2026-02-01') =>
      ask(snapshot => writeLake(snapshot, { folder: lake, today, writer: 'test' })),
    verify: (manifest: Manifest) =>
      ask(snapshot => verifyLake(snapshot, { store, manifest, folder, onDay: () => {} })),
  }
}

/** As any other program reads them. */
async function rowsIn(lake: string, { files }: Manifest, kind: 'events' | 'visits') {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  await connection.run("set TimeZone = 'UTC'")
  const texts = kind === 'events' ? ['day', 'recordedAt'] : ['day', 'firstAt', 'lastAt']
  const paths = files
    .filter(file => file.path.startsWith(kind))
    .map(file => `'${path.join(lake, file.path)}'`)
  const found = await connection.runAndReadAll(
    `select * replace (${texts.map(name => `"${name}"::varchar as "${name}"`)}) from read_parquet([${paths}])
      order by position`,
  )
  return found.getRowObjectsJson()
}

const shown = ({ files }: Manifest) =>
  files.map(({ path, rows, why }) => `${path.replace(/part-.*/, '')} ${rows} ${why}`)
const before = ['2026-01-01T10:00:00.000Z', '2026-01-01T22:59:59.000Z'] as const

test('a day in Rome is a file of events and one of visits, with nothing sealed, no hash and no customer number', async () => {
  const view = seen(visit, before[0])
  const twin = recordedFixture(
    'AnalyticsEventTracked',
    { stream: streams.visit(visit), recordedAt: before[0] },
    { userId: 7 },
  )
  const made = await openLake(
    ...[view, twin, lead(before[1]), named('2026-01-01T23:00:00.000Z')],
    claimed('2026-01-02T09:00:00.000Z'),
  )
  const manifest = await made.write()
  expect(await readManifest(made.store)).toEqual(manifest)
  expect(shown(manifest)).toEqual([
    ...['events/day=2026-01-01/ 3 day', 'visits/day=2026-01-01/ 1 day'],
    'events/day=2026-01-02/ 2 day',
  ])
  const rows = await rowsIn(made.lake, manifest, 'events')
  expect(rows).toMatchObject([
    ...[
      {
        type: 'InteractionTracked',
        source: 'google',
        entryPage: '/prezzi',
        person: null,
        visit,
        day: '2026-01-01',
      },
    ],
    ...[{ type: 'AnalyticsEventTracked' }],
    { type: 'LeadSubmitted', visit, person, recordedAt: '2026-01-01 22:59:59+00', source: 'google' },
    { type: 'AccountRegistered', person, day: '2026-01-02' },
    { type: 'EmailClaimed', stream: `email-${person}`, person },
  ])
  const text = JSON.stringify(rows)
  for (const secret of [emailHash, 'Anna', 'anna@', '"userId', '333']) expect(text).not.toContain(secret)
  expect(Object.keys(rows[0] ?? {}).join(' ')).toBe(
    'id position stream revision type recordedAt actor correlationId causationId visitId schemaVersion data sealed visit person page source campaign device robot entryPage day',
  )
  const [row] = await rowsIn(made.lake, manifest, 'visits')
  expect(row).toMatchObject({
    visit,
    events: 3,
    pageViews: 1,
    lead: true,
    source: 'google',
    day: '2026-01-01',
  })
  expect(await made.verify(manifest)).toEqual([])
})

test('the open day gains a part for what is new, and its parts become one file when it ends', async () => {
  const made = await openLake(seen(visit, before[0]))
  await made.write('2026-01-01')
  await made.add(seen(other, before[0]), lead(before[1]))
  const open = await made.write('2026-01-01')
  expect(shown(open)).toEqual([
    ...['events/day=2026-01-01/ 1 day', 'events/day=2026-01-01/ 2 part', 'visits/day=2026-01-01/ 2 part'],
  ])
  expect(await made.verify(open)).toEqual([])
  expect((await made.write('2026-01-01')).files).toEqual(open.files)
  const ended = await made.write('2026-01-02')
  expect(shown(ended)).toEqual(['events/day=2026-01-01/ 3 merged', 'visits/day=2026-01-01/ 2 part'])
  expect(await made.verify(ended)).toEqual([])
  expect((await made.write('2026-01-03')).files).toEqual(ended.files)
})

test('late events, a visit that goes on, an expiry and an erasure rewrite the days that they touch, and no other', async () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map(day => `${day}T10:00:00.000Z`)
  const [first = '', second = '', third = '', fourth = ''] = days
  const made = await openLake(
    ...[seen(visit, first, 'https://example.com/'), seen(other, second), lead(third), seen('stays', fourth)],
  )
  let now = await made.write()
  async function changed(...events: StoredEvent[]) {
    const had = new Set(now.files.map(file => file.path))
    await made.add(...events)
    now = await made.write()
    expect(await made.verify(now)).toEqual([])
    return shown({ ...now, files: now.files.filter(file => !had.has(file.path)) })
  }
  const from = { recordedAt: second }
  expect(
    await changed(recordedFixture('AnalyticsEventTracked', { stream: streams.visit('late'), ...from })),
  ).toEqual([...['events/day=2026-01-02/ 2 late', 'visits/day=2026-01-02/ 2 late']])
  // Its first page had no source. The request counts for the visit, so its day is written again too.
  expect(await changed(seen(visit, fourth))).toEqual([
    ...['events/day=2026-01-01/ 1 visits', 'visits/day=2026-01-01/ 1 visits'],
    ...['events/day=2026-01-03/ 1 visits', 'events/day=2026-01-04/ 2 late'],
  ])
  expect(JSON.stringify(await rowsIn(made.lake, now, 'events'))).toContain(person)
  const erased = recordedFixture('LeadErased', { stream: streams.lead('1'), recordedAt: fourth })
  expect(await changed(erased)).toEqual([
    'events/day=2026-01-03/ 1 erasure',
    'events/day=2026-01-04/ 3 erasure',
  ])
  expect(JSON.stringify(await rowsIn(made.lake, now, 'events'))).not.toContain(person)
  const expired = recordedFixture(
    'VisitsExpired',
    { stream: streams.tracking(), recordedAt: fourth },
    { visits: [other, 'late'] },
  )
  expect(await changed(expired)).toEqual(['events/day=2026-01-04/ 4 expiry'])
  expect(now.files.some(({ day }) => day === '2026-01-02')).toBe(false)
})

test('verify names what is missing, damaged or different', async () => {
  const made = await openLake(seen(visit, before[0]), seen(other, '2026-01-02T10:00:00.000Z'))
  const manifest = await made.write()
  const [events, visits] = manifest.files.map(file => file.path)
  await made.store.remove(events ?? '')
  await made.store.put(visits ?? '', Buffer.from('PAR1'))
  await made.add(seen('late', '2026-01-02T10:00:00.000Z'))
  expect(await made.verify(manifest)).toEqual([
    ...[`missing   ${events}`, `damaged   ${visits}`],
    ...['different events/day=2026-01-02', 'different visits/day=2026-01-02'],
  ])
})

test('files that the manifest no longer names go some minutes later, and those of others stay', async () => {
  const made = await openLake(seen(visit, before[0]))
  const old = await made.write()
  await made.store.put('README.txt', Buffer.from('ours'))
  await made.add(seen(visit, before[0]))
  const now = await made.write()
  const held = ({ files }: Manifest) => files.map(file => existsSync(path.join(made.lake, file.path)))
  const sweep = sweeper(made.store, { afterMs: 20 })
  await sweep(now)
  expect(held(old)).toEqual([true, true])
  const swept = () => sweep(now).then(() => [held(old), held(now)])
  await expect.poll(swept).toEqual([
    [false, false],
    [true, true],
  ])
  expect(readFileSync(path.join(made.lake, 'README.txt'), 'utf8')).toBe('ours')
})
