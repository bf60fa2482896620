import { setTimeout as after } from 'node:timers/promises'
import { streams } from '@tba/events/streams.ts'
import { createMeters } from '@tba/runtime/meters.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { openStandby } from '@tba/runtime/postgres/standby.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { type Standby, startStandby } from '@tba/testing/standby.ts'
import { sql } from 'slonik'
import { inject } from 'vitest'
import { type Customer, type ReadSide, readSide } from '../testing/read-side.ts'

const opened = new AsyncDisposableStack()
const meters = createMeters()
let primary: string
let standby: Standby
let side: ReadSide

beforeAll(async () => {
  const of = quickFolder('tba-postgres-')
  const cluster = await startCluster({ folder: of, settings: { wal_writer_delay: '10ms' } })
  opened.defer(() => cluster.destroy())
  primary = cluster.connectionString
  standby = await startStandby({ primary, of, folder: quickFolder('tba-standby-') })
  opened.defer(() => standby.destroy())
  side = await readSide({ server: primary, standby: standby.connectionString, meters })
  opened.defer(() => side.close())
})
afterAll(() => opened.disposeAsync())

/** The number of reads that each server has answered. */
async function answered(database: 'primary' | 'replica'): Promise<number> {
  const line = new RegExp(`^read_duration_seconds_count\\{database="${database}"\\} (\\d+)`, 'm')
  return Number(line.exec(await meters.text())?.[1] ?? 0)
}

/** Customers who read their own writes. @returns a function that stops them and returns the stale reads */
async function load() {
  const customers = await Promise.all([1, 2, 3, 4].map(() => side.signedIn()))
  const older: unknown[] = []
  let isOver = false
  const acting = customers.map(async customer => {
    const { accountId, userId } = customer
    for (let round = 1; !isOver; round++) {
      const type = round === 1 ? 'PlanActivated' : 'PlanChanged'
      const data = { userId, plan: 'elite', depositEuro: round } as const
      const position = await side.append(streams.setup(accountId), { type, data })
      const { statusCode, headers, body } = await side.get('/api/user/progress', customer, position)
      const isFresh = statusCode === 200 && !headers['x-stale'] && JSON.parse(body)?.deposit === round
      if (!isFresh) older.push([round, statusCode, body])
    }
  })
  return async () => {
    isOver = true
    await Promise.all(acting)
    return older
  }
}

async function untilRead(customer: Customer) {
  const before = await answered('replica')
  const read = async () => {
    await side.get('/api/user/profile', customer)
    return answered('replica')
  }
  await expect.poll(read).toBeGreaterThan(before)
}

test.each([
  ['is stopped', () => standby.stop(), () => standby.start()],
  ['hangs', async () => standby.pause(), async () => standby.resume()],
])('while a replica %s, nobody reads data older than their own writes', async (_, end, begin) => {
  const customer = await side.signedIn()
  await untilRead(customer)
  const stopLoad = await load()
  await after(1_000)
  const before = await answered('primary')
  await end()
  await expect.poll(() => answered('primary')).toBeGreaterThan(before + 20)
  await begin()
  await untilRead(customer)
  await after(1_000)
  expect(await stopLoad()).toEqual([])
})

test('a signed-out session is refused at once, although the replica lags; its lag is visible', async () => {
  const customer = await side.signedIn()
  await untilRead(customer)
  const delay = async () => Number(/^read_replica_delay_seconds (.+)$/m.exec(await meters.text())?.[1])
  await expect.poll(delay).toBe(0)
  const replica = await createPool(standby.connectionString)
  onTestFinished(() => replica.end())
  const does = (what: string) => replica.query({ ...sql.unsafe``, sql: `select ${what}()` })
  await does('pg_wal_replay_pause')
  onTestFinished(async () => void (await does('pg_wal_replay_resume')))
  const { accountId, sid } = customer
  const position = await side.append(streams.session(sid), { type: 'SessionClosed', data: { accountId } })
  await expect.poll(delay).toBeGreaterThan(0)
  expect((await side.get('/api/user/profile', customer, position)).statusCode).toBe(401)
})

test('a server that is not a standby of the primary is refused', async () => {
  const pool = await createPool(primary)
  onTestFinished(() => pool.end())
  const refused = (url: string) => openStandby(url, pool, 'query-api')
  const own = await refused(standby.connectionString)
  await own.end()
  for (const wrong of [inject('postgres'), primary])
    await expect(refused(wrong)).rejects.toThrow(/^READ_DATABASE_URL is no standby of .*\.$/)
})
