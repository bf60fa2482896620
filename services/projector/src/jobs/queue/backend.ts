import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { createClientPool } from '@tba/postgres/client.ts'
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  runMigrations,
} from 'bullmq'
import { Redis } from 'ioredis'

export type QueueSettings = {
  connectionString: string
  /** The queues are in Redis if given, else in PostgreSQL. */
  redisUrl?: string | undefined
}

type Connection = Record<string, never>

export type Backend = {
  factory: BackendFactory<ReturnType<BackendFactory>, Connection>
  /** Creates or migrates its tables. */
  prepare(): Promise<void>
  /** Asks for an answer. It may never come. */
  ping(): Promise<unknown>
  /** Closes the connections, also if the server does not answer. */
  close(): Promise<void>
}

type ConnectionOptions = {
  /** Shown in pg_stat_activity. */
  applicationName: string
  /** Maximum of connections to PostgreSQL. Each worker listens on one. */
  max: number
}

/** BullMQ on PostgreSQL or Redis, with the same API. */
export function queueBackend({ connectionString, redisUrl }: QueueSettings, named: ConnectionOptions) {
  return redisUrl ? onRedis(redisUrl) : onPostgres(connectionString, named)
}

/**
 * We give the library a pool. With its own pool it would also open a connection to listen on, which has no error
 * listener at first: a broken connection would then end the process.
 */
function onPostgres(connectionString: string, { applicationName, max }: ConnectionOptions): Backend {
  const pool = createClientPool(connectionString, {
    applicationName,
    max,
    answerMs: 20_000,
    // The library waits for messages on one of them, for an hour.
    isProbed: true,
    session: {
      statement_timeout: 15_000,
      // Readers of the log would wait for the transaction of a process that hangs.
      idle_in_transaction_session_timeout: 10_000,
      search_path: DEFAULT_SCHEMA,
    },
  })
  const ask = pool.query.bind(pool) as (...query: unknown[]) => Promise<never>
  // The library's worker repeats a call that failed at once.
  const askAtRest = (...query: unknown[]) => ask(...query).catch(afterRest)
  Object.assign(pool, { query: askAtRest })
  return {
    factory: (name, options, how) =>
      connectingAgain(createPostgresBackend(name, { ...options, connection: pool }, how)),
    async prepare() {
      const client = await pool.connect()
      await runMigrations(client).finally(() => client.release(true))
    },
    ping: () => ask('select'),
    close: () => withTimeout(closeWithinMs, pool.end(), () => {}),
  }
}

const closeWithinMs = 1_000

async function afterRest(error: unknown): Promise<never> {
  await pause(1_000, undefined, { ref: false })
  throw error
}

/** The library keeps how its first connection went. A failure would come again for ever, and nothing else would run. */
function connectingAgain<B>(backend: B): B {
  const { connection } = backend as {
    connection: { waitUntilReady(): Promise<void>; readyPromise: Promise<void> | undefined }
  }
  const ready = connection.waitUntilReady.bind(connection)
  connection.waitUntilReady = () =>
    ready().catch(error => {
      connection.readyPromise = undefined
      return afterRest(error)
    })
  return backend
}

/** The library adds no error listener to pool clients. A break between two queries would end the process. */
function onRedis(url: string): Backend {
  // Created here, so that we can close it. The library's own connection would wait for Redis without limit.
  const connection = new Redis(url, {
    // The library needs this: jobs wait until Redis is back.
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    keepAlive: 5_000,
    // Detects a dead server. The longest normal answer takes ten seconds.
    socketTimeout: 15_000,
  })
  // The queue and the worker report the error.
  connection.on('error', () => {})
  return {
    factory: (name, options, how) => createRedisBackend(name, { ...options, connection }, how),
    prepare: async () => {},
    // While it is away, commands would pile up.
    ping: async () => {
      if (connection.status !== 'ready') throw new Error('Redis is away')
      await connection.ping()
    },
    close: async () => connection.disconnect(),
  }
}
