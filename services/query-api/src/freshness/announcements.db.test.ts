import type { Position } from '@tba/event-store/port.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { waitFor, waitUntil } from '@tba/testing/wait.ts'
import pg from 'pg'
import { type Announcements, announcements } from './announcements.ts'
import { type Checkpoints, checkpoints } from './checkpoints.ts'

const at = (text: string) => text as Position
const database = await freshDatabase()
afterAll(database.drop)
const projector = new pg.Client(database.connectionString)
await projector.connect()
afterAll(() => projector.end())
let known: Checkpoints
const lost: unknown[] = []

beforeEach(async () => {
  // The listener of the previous test ends a moment after it.
  await waitUntil(async () => (await connections()) === 0)
  known = checkpoints()
  lost.length = 0
})
afterEach(() => projector.query('drop schema if exists projector cascade'))

/** In one transaction, like the projector: a reader that waits for the table finds it filled. */
async function createTable(projection: string, position: string) {
  await projector.query(`begin;
    create schema projector;
    create table projector.checkpoints (projection text primary key, position text not null);
    create table projector.lost_events ();
    insert into projector.checkpoints values ('${projection}', '${position}');
    commit`)
}

async function store(projection: string, position: string) {
  await projector.query(
    `insert into projector.checkpoints values ($1, $2)
     on conflict (projection) do update set position = excluded.position`,
    [projection, position],
  )
}

function listen(): Announcements {
  const listener = announcements({
    connectionString: database.connectionString,
    into: known,
    onLost: error => lost.push(error),
  })
  onTestFinished(() => listener.close())
  return listener
}

const reached = (projection: string, position: string) => known.wait([projection], at(position)).reached
const batch = (position: string, ...projections: string[]) => JSON.stringify({ position, projections })

const announce = (payload: string) => projector.query(`select pg_notify('projected', $1)`, [payload])

const from = `from pg_stat_activity
  where datname = current_database() and application_name = 'query-api announcements'`
const connections = async () => (await projector.query(`select ${from}`)).rowCount ?? 0

test('every committed batch is announced, for any order of announcements', async () => {
  await createTable('bots', '0001')
  listen()
  await reached('bots', '0001')
  await announce(batch('0009', 'bots', 'users'))
  await announce(batch('0007', 'bots'))
  await announce(batch('0010', 'users'))
  await reached('users', '0010')
  expect(known.hasReached(['bots'], at('0009'))).toBe(true)
  expect(known.hasReached(['bots'], at('0010'))).toBe(false)
})

test('a foreign message on the channel is ignored and does no harm', async () => {
  await createTable('bots', '0001')
  listen()
  await reached('bots', '0001')
  for (const payload of ['', 'hello', '{"position":7,"projections":["bots"]}', '{"position":"9999"}'])
    await announce(payload)
  await announce(batch('0002', 'bots'))
  await reached('bots', '0002')
  expect(known.hasReached(['bots'], at('0003'))).toBe(false)
  expect(lost).toEqual([])
})

test('if a wait times out, a lost announcement is replaced by a read', async () => {
  await createTable('bots', '0001')
  const listener = listen()
  await reached('bots', '0001')
  await waitFor(() => listener.assertListening())
  await store('bots', '0002')
  await listener.refresh()
  expect(known.hasReached(['bots'], at('0002'))).toBe(true)
})

test('a reader that starts before the first projector waits for its table', async () => {
  const listener = listen()
  await waitUntil(() => lost.length > 0)
  expect(() => listener.assertListening()).toThrow()
  await createTable('bots', '0001')
  expect(await reached('bots', '0001')).toBe(true)
  await waitFor(() => listener.assertListening())
})
