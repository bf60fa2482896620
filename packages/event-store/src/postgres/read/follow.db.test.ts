import { randomBytes } from 'node:crypto'
import { databaseInTest } from '@tba/testing/database.ts'
import { waitUntil } from '@tba/testing/wait.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import type { OpenedStore, Position } from '../../port.ts'
import {
  endOf,
  followUntil,
  idsOf,
  readable,
  someEvent,
  someEvents,
  someStream,
} from '../../testing/contract/harness.ts'
import { openPostgresStore } from '../store.ts'
import { delayedCommit, type PostgresHarness, postgresHarness, terminateStores } from '../testing/harness.ts'

const anHour = 3_600_000
let harness: PostgresHarness
/** Polls too rarely for the test: only a notification wakes it. */
let patient: OpenedStore
beforeAll(async () => {
  harness = await postgresHarness()
  patient = await openPostgresStore({
    connectionString: harness.connectionString,
    applicationName: 'patient',
    pollMs: anHour,
  })
})
afterAll(async () => {
  await patient.close()
  await harness.close()
})

const append = (...events: ReturnType<typeof someEvents>) =>
  harness.store.append(someStream(), events, 'no_stream')

/** Whether both stores listen for notifications. */
async function listening(): Promise<boolean> {
  const { rowCount } = await harness.admin.query(`select from pg_stat_activity
    where datname = current_database() and application_name <> '' and query ~ '^(listen|notify)'`)
  return rowCount === 2
}

/** Follows from the end of the log. `act` runs when the end is reached. */
async function nextAfter(store: OpenedStore, act: () => Promise<unknown>, count = 1): Promise<string[]> {
  const head = await store.head()
  if (head) await readable(store, head)
  let acted: Promise<unknown> | null = null
  const { seen } = await followUntil(store, head ? { after: head } : {}, (events, caughtUp) => {
    if (caughtUp) acted ??= act()
    return events.length >= count
  })
  await acted
  return idsOf(seen)
}

describe('waking up', () => {
  test('a notification of another process wakes a follower', async () => {
    const event = someEvent()
    expect(await nextAfter(patient, () => append(event))).toEqual([event.id])
  })

  test('a follower that lost its notifications listens again, and reads what it missed', async () => {
    const events = someEvents(2)
    const [missed, next] = events
    const act = async () => {
      await terminateStores(harness.admin)
      if (missed) await append(missed)
      await waitUntil(listening)
      if (next) await append(next)
    }
    expect(await nextAfter(patient, act, 2)).toEqual(idsOf(events))
  })

  test('the poll finds events without a notification', async () => {
    const event = someEvent()
    const polling = await openPostgresStore({ connectionString: harness.connectionString, pollMs: 20 })
    onTestFinished(polling.close)
    const act = async () => (await delayedCommit(harness.connectionString, someStream(), event)).commit()
    expect(await nextAfter(polling, act)).toEqual([event.id])
  })
})

test('a transaction of another database holds readers back while it runs, and its duration can be read', async () => {
  const { store } = harness
  const start = await endOf(store)
  if (start.after) await readable(store, start.after)
  await expect.poll(store.heldBackMs).toBe(0)
  const foreign = await clientInTest(await databaseInTest())
  await foreign.query('begin')
  await foreign.query('select pg_current_xact_id()')
  const { position } = await append(someEvent())
  expect(await Array.fromAsync(store.readAll(start))).toEqual([])
  expect(await store.head()).toBe(position)
  const heldBackMs = await waitUntil(async () => (await store.heldBackMs()) || null)
  await expect.poll(store.heldBackMs).toBeGreaterThan(heldBackMs)
  await foreign.query('rollback')
  await readable(store, position)
  expect(await Array.fromAsync(store.readAll(start))).toHaveLength(1)
})

test('a page takes little memory, also with large events', async () => {
  const start = await endOf(harness.store)
  const mebibyte = 1024 * 1024
  const text = randomBytes(mebibyte / 2 - 1024).toString('hex')
  const great = Array.from({ length: 20 }, () => someEvent({ data: { text } }))
  let last: Position | undefined
  for (const event of great) last = (await append(event)).position
  await readable(harness.store, last as Position)
  for (const types of [undefined, ['PlanActivated']]) {
    const { signal } = new AbortController()
    const sizes: number[] = []
    for await (const batch of harness.store.follow({ ...start, ...(types && { types }), signal })) {
      if ('caughtUp' in batch) break
      sizes.push(batch.length)
    }
    expect(sizes).toEqual([9, 9, 2])
  }
  expect(idsOf(await Array.fromAsync(harness.store.readAll(start)))).toEqual(idsOf(great))
})

test.each([
  ['an invalid time', "recorded_at = 'infinity'", { recordedAt: '' }],
  ['data that are not JSON', 'data = \'{"plan"\'::text', { data: {} }],
  ['metadata that are not an object', "metadata = '[1]'", { metadata: {} }],
])('a row with %s is returned without it, and so is the next one', async (_, damage, shown) => {
  const stream = someStream()
  const events = someEvents(2)
  await patient.append(stream, events, 'any')
  const { admin } = harness
  // Like after a disk fault that no checksum found.
  await admin.query('create cast (text as json) without function as assignment')
  await admin.query(`update log.events set ${damage} where stream = $1 and revision = 0`, [stream])
  await admin.query('drop cast (text as json)')
  const [first, next] = await Array.fromAsync(patient.read(stream))
  expect(first).toMatchObject({ id: events[0]?.id, ...shown })
  expect(next).toMatchObject(events[1] ?? {})
  expect(await patient.readAt([first?.position as Position])).toEqual([first])
})
