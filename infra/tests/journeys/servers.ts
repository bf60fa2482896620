import { once } from 'node:events'
import { connect } from 'node:net'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore } from '@tba/event-store/port.ts'
import type { FreshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'
import { openKeys } from '../../start/local/data/keys.ts'
import { composedDatabase } from '../support/composed-database.ts'
import { withDatabase, withLog } from '../support/run.ts'

export type Servers = {
  env: NodeJS.ProcessEnv
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  withLog<T>(work: (store: EventStore) => Promise<T>): Promise<T>
  drop(): Promise<void>
}

/**
 * In a test run: a new database in the run's PostgreSQL, and the Redis of TEST_REDIS_URL, emptied, so only one product may
 * use it at a time. Otherwise the product's own PostgreSQL in its data folder.
 */
export async function serversOf(dataDir: string): Promise<Servers> {
  const { TEST_REDIS_URL, VITEST } = process.env
  if (TEST_REDIS_URL) await emptyRedis(TEST_REDIS_URL)
  const redis = TEST_REDIS_URL ? { REDIS_URL: TEST_REDIS_URL } : {}
  if (VITEST) {
    // If data exist, a start creates no key file.
    openKeys(dataDir, { dataExists: false })
    return onServer(await composedDatabase(), redis)
  }
  return {
    env: redis,
    withDatabase: work => withDatabase(dataDir, work),
    withLog: work => withLog(dataDir, work),
    drop: async () => {},
  }
}

function onServer({ connectionString, drop }: FreshDatabase, redis: NodeJS.ProcessEnv): Servers {
  return {
    env: { ...redis, DATABASE_URL: connectionString },
    async withDatabase(work) {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return work(client).finally(() => client.end())
    },
    async withLog(work) {
      const store = await openEventStore({ url: connectionString })
      return work(store).finally(() => store.close())
    },
    drop,
  }
}

async function emptyRedis(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write('FLUSHALL\r\n'))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  if (String(answer) !== '+OK\r\n') throw new Error(`Redis could not be emptied: ${answer}`)
}
