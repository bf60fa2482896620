import { connect, createServer } from 'node:net'
import { createClient } from '@tba/postgres/client.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { hasPgbouncer, pgbouncer } from '@tba/testing/pgbouncer.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { createPool } from './pool.ts'
import { assertNoTransactionPooler } from './transaction-pooler.ts'

const settings = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  pg_backend_pid() as pid`
const row = z.object({ statement: z.string(), lock: z.string(), pid: z.number() })
const asked = { ...sql.type(row)`select`, sql: settings }

test.skipIf(!hasPgbouncer)(
  'connections that share one of a pooler each keep their own settings',
  async () => {
    const through = await pgbouncer(await databaseInTest(), { default_pool_size: '1' })
    const ask = async () => {
      const pool = await createPool(through, { max: 1 })
      return pool.one(asked).finally(() => pool.end())
    }
    const askClient = async () => {
      const client = createClient(through, {
        applicationName: 'pooled',
        answerMs: null,
        session: { lock_timeout: 2_000 },
      })
      await client.connect()
      const { rows } = await client.query(settings).finally(() => client.end())
      return rows[0]
    }
    const shown = [await ask(), await askClient(), await ask()]
    expect(shown).toMatchObject([
      { statement: '15s', lock: '0' },
      { statement: '0', lock: '2s' },
      { statement: '15s', lock: '0' },
    ])
    expect(new Set(shown.map(({ pid }) => pid)).size).toBe(1)
    expect(await withClient(through, async client => (await client.query(settings)).rows)).toMatchObject([
      { statement: '0', lock: '0' },
    ])
  },
)

test.skipIf(!hasPgbouncer)(
  'a pooler with too few connections is refused with the number that is needed',
  async () => {
    const direct = await databaseInTest()
    const DATABASE_URL = await pgbouncer(direct)
    await assertNoTransactionPooler({ DATABASE_URL }, 20)
    await expect(assertNoTransactionPooler({ DATABASE_URL }, 21)).rejects.toThrow(
      /^The PostgreSQL of DATABASE_URL lies behind a pooler with too few connections: .* up to 21\. .*default_pool_size=21/,
    )
    // Without a pooler nothing is counted.
    await assertNoTransactionPooler({ DATABASE_URL: direct }, 100_000)
  },
)

test.skipIf(!hasPgbouncer)('reports a transaction pooler by its variable, without the password', async () => {
  const direct = await databaseInTest()
  const through = await pgbouncer(direct, { pool_mode: 'transaction' })
  const asserted = assertNoTransactionPooler({ DATABASE_URL: direct, EVENTSTORE_URL: through })
  await expect(asserted).rejects.toThrow(
    /^The PostgreSQL of EVENTSTORE_URL lies behind a pooler .*session mode\.$/,
  )
  await expect(asserted).rejects.not.toThrow(new URL(through).password)
})

test('a query on an open connection costs one round trip', async () => {
  const { url, roundTrips } = await counted(await databaseInTest())
  const pool = await createPool(url, { max: 1 })
  onTestFinished(() => pool.end())
  const one = () => pool.oneFirst(sql.type(z.object({ one: z.number() }))`select 1 as one`)
  await one()
  const before = roundTrips()
  for (let time = 0; time < 5; time += 1) await one()
  expect(roundTrips() - before).toBe(5)
})

/** Counts how often the server answers after the client has sent. */
async function counted(connectionString: string) {
  const server = new URL(connectionString)
  let count = 0
  const proxy = createServer(client => {
    const upstream = connect(Number(server.port), server.hostname)
    let isWaiting = false
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('close', () => upstream.destroy())
    client.on('data', data => {
      isWaiting = true
      upstream.write(data)
    })
    upstream.on('data', data => {
      if (isWaiting) count += 1
      isWaiting = false
      client.write(data)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as { port: number }
  return { url: Object.assign(new URL(connectionString), { port }).href, roundTrips: () => count }
}
