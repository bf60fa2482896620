import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  runMigrations,
} from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { within } from '../within.ts'

export type Wiring = {
  connectionString: string
  /** With it the queues lie in Redis, without it in PostgreSQL. */
  redisUrl?: string | undefined
}

type Connection = Record<string, never>

export type Backend = {
  factory: BackendFactory<ReturnType<BackendFactory>, Connection>
  /** Makes or migrates its tables. */
  prepare(): Promise<void>
  /** Closes the connections, even where the server does not answer. */
  close(): Promise<void>
}

type Named = {
  /** Shown in pg_stat_activity. */
  applicationName: string
  /** Of connections to PostgreSQL: each worker listens on one. */
  max: number
}

/** BullMQ over PostgreSQL or Redis, with one API. */
export function backendOf({ connectionString, redisUrl }: Wiring, named: Named): Backend {
  return redisUrl ? onRedis(redisUrl) : onPostgres(connectionString, named)
}

/**
 * The library could make a pool, but then also makes a connection beside it to listen on, which has no error listener until
 * it is used: one that breaks in that moment would end the process. From a pool of ours it takes that one too.
 */
function onPostgres(connectionString: string, { applicationName, max }: Named): Backend {
  const pool = new pg.Pool({
    connectionString,
    application_name: applicationName,
    max,
    keepAlive: true,
    // As everywhere: readers of the log would wait for the transaction of a process that hangs.
    idle_in_transaction_session_timeout: 10_000,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    Client: ClientWithErrorListener,
  })
  pool.on('error', () => {})
  return {
    factory: (name, options, how) => createPostgresBackend(name, { ...options, connection: pool }, how),
    async prepare() {
      const client = await pool.connect()
      await runMigrations(client).finally(() => client.release(true))
    },
    close: () => within(closeWithinMs, pool.end(), () => {}),
  }
}

const closeWithinMs = 1_000

/** The library adds no error listener to what it takes out of a pool: a break between two queries would end the process. */
class ClientWithErrorListener extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
  }
}

function onRedis(url: string): Backend {
  // Made here so that it can be closed here: one that the library makes would wait for an absent Redis for ever.
  const connection = new Redis(url, {
    // Jobs wait for Redis to come back, as the library asks for.
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    keepAlive: 5_000,
    // Finds a server that vanished without a word. The longest answer, to a worker that waits for a job, takes ten.
    socketTimeout: 15_000,
  })
  // The queue and the worker that use it report the error.
  connection.on('error', () => {})
  return {
    factory: (name, options, how) => createRedisBackend(name, { ...options, connection }, how),
    prepare: async () => {},
    close: async () => connection.disconnect(),
  }
}
