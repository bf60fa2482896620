import { type Cluster, startCluster } from '@tba/testing/cluster.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import type pg from 'pg'
import { StoreUnavailable } from '../../port.ts'
import { someEvent } from '../../testing/contract/harness.ts'
import { clientOptions, openConnections } from '../connections.ts'
import { timeouts } from '../limits.ts'
import { openPostgresStore } from '../store.ts'
import { connect } from '../testing/harness.ts'

async function emptyDatabase(): Promise<{ connectionString: string; admin: pg.Client }> {
  const connectionString = await databaseInTest()
  const admin = await connect(connectionString)
  onTestFinished(() => admin.end())
  return { connectionString, admin }
}

async function opened(connectionString: string) {
  const store = await openPostgresStore({ connectionString })
  onTestFinished(store.close)
  return store
}

test('refuses a log with transaction ids that the server has not used yet: its events would stay hidden', async () => {
  const { connectionString, admin } = await emptyDatabase()
  const before = await openPostgresStore({ connectionString })
  await before.append('setup-1', [someEvent()], 'no_stream')
  await before.close()
  await admin.query(`update log.events set xid = ((xid::text)::bigint + 1000000)::text::xid8`)
  await expect(openPostgresStore({ connectionString })).rejects.toThrow(/it was copied by hand/)
  // Like after a restore by hand.
  await admin.query(`update log.events set xid = '3'`)
  await admin.query('update log.meta set generation = 2')
  const store = await opened(connectionString)
  expect(await store.head()).toMatch(/^00000002-0000000000000003-/)
})

test('an unreachable server is an outage; a missing database is a mistake', async () => {
  const { connectionString } = await emptyDatabase()
  await expect(openPostgresStore({ connectionString: 'postgres://127.0.0.1:1/none' })).rejects.toThrow(
    StoreUnavailable,
  )
  const misspelt = connectionString.replace('/test_', '/tset_')
  await expect(openPostgresStore({ connectionString: misspelt })).rejects.toThrow(/does not exist/)
})

test('the server ends a session that would hold the log back, and the client leaves a server that hangs', async () => {
  const { connectionString } = await emptyDatabase()
  const connections = openConnections(connectionString, { ...clientOptions('event-log'), max: 1 })
  onTestFinished(connections.close)
  const settings = await connections.use(async client => {
    const { rows } = await client.query(`select name, setting::int from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'statement_timeout') order by name`)
    return rows.map(({ setting }) => setting)
  })
  expect(settings).toEqual([timeouts.idleInTransactionMs, timeouts.statementMs])
  const hanging = { name: 'hanging', text: 'select pg_sleep(60)' }
  const impatient = openConnections(connectionString, { ...clientOptions('event-log'), answerMs: 50, max: 1 })
  onTestFinished(impatient.close)
  await expect(impatient.query(hanging)).rejects.toThrow(StoreUnavailable)
})

describe('a server that can lose acknowledged events', () => {
  let cluster: Cluster
  let admin: pg.Client
  beforeAll(async () => {
    const unset = { fsync: undefined, full_page_writes: undefined, synchronous_commit: undefined }
    cluster = await startCluster({ settings: unset })
    admin = await connect(cluster.connectionString)
  })
  afterEach(async () => {
    await admin.query('alter system reset all')
    await admin.query('select pg_reload_conf()')
  })
  afterAll(async () => {
    await admin.end()
    await cluster.destroy()
  })

  test.each([
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
  ])('is refused with %s = %s, and nothing is created', async (name, value) => {
    await admin.query(`alter system set ${name} = ${value}`)
    await admin.query('select pg_reload_conf()')
    await expect.poll(() => inEffect(name)).toBe(value)
    const opening = openPostgresStore({ connectionString: cluster.connectionString })
    await expect(opening).rejects.toThrow(`runs with ${name} = ${value}`)
    const { rows } = await admin.query(`select to_regnamespace('log') as log`)
    expect(rows).toEqual([{ log: null }])
  })

  async function inEffect(name: string): Promise<string> {
    const client = await connect(cluster.connectionString)
    const { rows } = await client.query(`show ${name}`)
    await client.end()
    return rows[0][name]
  }
})
