import type { Position } from '@tba/event-store/port.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { openRedis } from '@tba/runtime/redis/link.ts'
import { type FreshDatabase, freshDatabase } from '@tba/testing/database.ts'
import { hasRedis, redisServer } from '@tba/testing/redis-server.ts'
import pg from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { type Announcements, announcements, type Road } from './announcements.ts'
import { type Checkpoints, checkpoints } from './checkpoints.ts'
import { overPostgres, overRedis } from './roads.ts'

const at = (text: string) => text as Position
const soon = { timeout: 20_000, interval: 10 }

let database: FreshDatabase
let projector: pg.Client
let known: Checkpoints
const lost: unknown[] = []
let news = 0

beforeAll(async () => {
  database = await freshDatabase()
  projector = new pg.Client(database.connectionString)
  await projector.connect()
})
afterAll(async () => {
  await projector.end()
  await database.drop()
})
beforeEach(() => {
  known = checkpoints()
  lost.length = 0
  news = 0
})
afterEach(() => projector.query('drop schema if exists projector cascade'))

/** In one transaction: whoever waits for the table finds it filled, as where the projector makes it. */
async function createTable(projection: string, position: string) {
  await projector.query(`begin;
    create schema projector;
    create table projector.checkpoints (projection text primary key, position text not null);
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

function listen(...roads: Road[]): Announcements {
  const heard = announcements(roads, {
    into: known,
    onHeard: () => {
      news++
    },
    onLost: error => lost.push(error),
  })
  onTestFinished(() => heard.close())
  return heard
}

const reached = (projection: string, position: string) => known.wait([projection], at(position)).reached
const batch = (position: string, ...projections: string[]) => JSON.stringify({ position, projections })

/** A way on which announcements come, and what can happen to it. */
type Tried = {
  road: Road
  announce(payload: string): Promise<unknown>
  connections(): Promise<number>
  kill(): Promise<void>
}

async function postgres(): Promise<Tried> {
  const from = `from pg_stat_activity
    where datname = current_database() and application_name = 'query-api announcements'`
  const connections = async () => (await projector.query(`select ${from}`)).rowCount ?? 0
  // That of the test before ends a moment after it.
  await vi.waitUntil(async () => (await connections()) === 0, soon)
  return {
    road: overPostgres(database.connectionString),
    announce: payload => projector.query(`select pg_notify('projected', $1)`, [payload]),
    connections,
    async kill() {
      const { rowCount } = await projector.query(`select pg_terminate_backend(pid) ${from}`)
      expect(rowCount).toBeGreaterThan(0)
    },
  }
}

async function overAServer() {
  const server = await redisServer()
  const pool = await createPool(database.connectionString)
  const link = await openRedis({ url: server.url, name: 'query-api', logger: { info() {}, warn() {} } })
  onTestFinished(async () => {
    link.close()
    await pool.end()
  })
  return { server, link, road: overRedis(link, pool) }
}

async function redis(): Promise<Tried> {
  const { server, link, road } = await overAServer()
  const listeners = async () =>
    String(await server.client.client('LIST'))
      .split('\n')
      .filter(line => line.includes('name=query-api:announcements'))
  return {
    road,
    announce: async payload => server.client.publish(link.channelOf('projected'), payload),
    connections: async () => (await listeners()).length,
    async kill() {
      const [id = ''] = (await listeners()).map(line => /^id=(\d+)/.exec(line)?.[1] ?? '')
      expect(await server.client.client('KILL', 'ID', id)).toBe(1)
    },
  }
}

const ways = [['PostgreSQL', postgres] as const, ...(hasRedis ? [['Redis', redis] as const] : [])]

describe.each(ways)('over %s', (_name, way) => {
  test('what was projected before the start is known from the table', async () => {
    await createTable('bots', '0005')
    listen((await way()).road)
    expect(await reached('bots', '0005')).toBe(true)
  })

  test('every batch is heard of as it is committed, whatever order the word comes in', async () => {
    const { road, announce } = await way()
    await createTable('bots', '0001')
    listen(road)
    await reached('bots', '0001')
    await announce(batch('0009', 'bots', 'users'))
    await announce(batch('0007', 'bots'))
    await announce(batch('0010', 'users'))
    await reached('users', '0010')
    expect(known.hasReached(['bots'], at('0009'))).toBe(true)
    expect(known.hasReached(['bots'], at('0010'))).toBe(false)
  })

  test('what somebody else says on the channel is not believed, and does no harm', async () => {
    const { road, announce } = await way()
    await createTable('bots', '0001')
    listen(road)
    await reached('bots', '0001')
    for (const payload of ['', 'hello', '{"position":7,"projections":["bots"]}', '{"position":"9999"}'])
      await announce(payload)
    await announce(batch('0002', 'bots'))
    await reached('bots', '0002')
    expect(known.hasReached(['bots'], at('0003'))).toBe(false)
    expect(lost).toEqual([])
  })

  test('a connection that is killed is made anew, and what was missed meanwhile is read', async () => {
    const { road, announce, kill } = await way()
    await createTable('bots', '0001')
    const heard = listen(road)
    await reached('bots', '0001')
    await vi.waitFor(() => heard.assertListening(), soon)
    await kill()
    await store('bots', '0002')
    expect(await reached('bots', '0002')).toBe(true)
    await announce(batch('0003', 'bots'))
    expect(await reached('bots', '0003')).toBe(true)
    expect(lost).not.toEqual([])
  })

  test('an announcement that never came is made up for when somebody waited in vain', async () => {
    await createTable('bots', '0001')
    const heard = listen((await way()).road)
    await reached('bots', '0001')
    await vi.waitFor(() => heard.assertListening(), soon)
    await store('bots', '0002')
    await heard.refresh()
    expect(known.hasReached(['bots'], at('0002'))).toBe(true)
  })

  test('a reader that starts before the projector ever ran waits for its table', async () => {
    const heard = listen((await way()).road)
    await vi.waitUntil(() => lost.length > 0, { timeout: 10_000 })
    expect(() => heard.assertListening()).toThrow()
    await createTable('bots', '0001')
    expect(await reached('bots', '0001')).toBe(true)
    await vi.waitFor(() => heard.assertListening(), { timeout: 10_000 })
  })

  test('nothing stays connected once it is closed', async () => {
    const { road, connections } = await way()
    await createTable('bots', '0001')
    const heard = listen(road)
    await reached('bots', '0001')
    await heard.close()
    await vi.waitFor(async () => expect(await connections()).toBe(0), soon)
    expect(lost).toEqual([])
  })
})

describe.runIf(hasRedis)('over both at once', () => {
  test.each(['stop', 'hang'] as const)(
    'a Redis that does not go on (%s) holds up no announcement',
    async how => {
      const { announce, road } = await postgres()
      const { server, road: other } = await overAServer()
      await createTable('bots', '0001')
      const heard = listen(road, other)
      await reached('bots', '0001')
      await vi.waitUntil(async () => (await server.client.pubsub('NUMSUB', 'projected/0'))[1] === 1, soon)
      await server[how]()
      await store('bots', '0002')
      await announce(batch('0002', 'bots'))
      expect(await reached('bots', '0002')).toBe(true)
      // Also the one that hangs is noticed, within seconds.
      await vi.waitFor(() => expect(lost).toHaveLength(1), soon)
      await vi.waitFor(() => heard.assertListening(), soon)
      await (how === 'stop' ? server.start() : server.goOn())
      await vi.waitUntil(async () => (await server.client.pubsub('NUMSUB', 'projected/0'))[1] === 1, soon)
      // The connection that hung still counts there, so this may be said to nobody.
      await store('bots', '0003')
      await server.client.publish('projected/0', batch('0003', 'bots'))
      expect(await reached('bots', '0003')).toBe(true)
    },
  )

  test('a PostgreSQL connection that is lost holds up none that Redis brings', async () => {
    const { kill, connections, road } = await postgres()
    const { server, road: other } = await overAServer()
    await createTable('bots', '0001')
    const heard = listen(road, other)
    // The table may be known by way of Redis before PostgreSQL has taken the connection.
    await vi.waitUntil(async () => (await connections()) === 1, soon)
    await reached('bots', '0001')
    await vi.waitUntil(async () => (await server.client.pubsub('NUMSUB', 'projected/0'))[1] === 1, soon)
    await kill()
    await server.client.publish('projected/0', batch('0002', 'bots'))
    expect(await reached('bots', '0002')).toBe(true)
    await vi.waitFor(() => heard.assertListening(), soon)
  })

  test('what both say is news once, and a table that is read slowly takes nothing back', async () => {
    const { promise: slow, resolve: answer } = Promise.withResolvers<unknown[]>()
    const told: Parameters<Road>[0][] = []
    const road: Road = heard => {
      told.push(heard)
      const listener = { opened: Promise.resolve(), isListening: true }
      return { ...listener, catchUp: async () => {}, close: async () => {} }
    }
    listen(road, road)
    const [one, other] = told
    const reading = one?.onListening(() => slow)
    other?.onHeard(batch('0005', 'bots'))
    one?.onHeard(batch('0005', 'bots'))
    expect(news).toBe(1)
    await other?.onListening(async () => [{ projection: 'users', position: '0006' }])
    answer([
      { projection: 'bots', position: '0004' },
      { projection: 'users', position: '0004' },
    ])
    await reading
    expect([known.of('bots'), known.of('users')]).toEqual(['0005', '0006'])
  })
})
