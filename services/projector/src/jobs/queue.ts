import type { Recorded } from '@tba/event-store/port.ts'
import { within } from '@tba/runtime/within.ts'
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  Queue,
  runMigrations,
} from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { z } from 'zod'

export const queueName = 'jobs'

/** A job says where its event is and nothing else, so that nothing personal lies in a queue. */
export const jobData = z.object({ stream: z.string(), eventId: z.uuid() })

export type Wiring = {
  connectionString: string
  /** With it the queue lies in Redis, without it in PostgreSQL. */
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

/** BullMQ over PostgreSQL or Redis, with one API. */
export function backendOf({ connectionString, redisUrl }: Wiring): Backend {
  return redisUrl ? onRedis(redisUrl) : onPostgres(connectionString)
}

/**
 * The library could make a pool, but then also makes a connection beside it to listen on, which has no error listener until
 * it is used: one that breaks in that moment would end the process. From a pool of ours it takes that one too.
 */
function onPostgres(connectionString: string): Backend {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'projector jobs',
    // Of the queue and a worker, whose listening connection is one of them.
    max: 8,
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

/**
 * The library adds no error listener to a connection that it takes out of a pool, so one that breaks between two queries
 * would end the process. Its next query fails in any case.
 */
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

export type JobQueue = {
  /** Adds a job for each of these events that has none yet. */
  enqueue(events: readonly Pick<Recorded, 'id' | 'stream' | 'type'>[]): Promise<void>
  /**
   * A job that repeats every `ms`; asking for the same one again changes nothing, unless a clock that was ahead has put it
   * off.
   */
  every(ms: number, name: string): Promise<void>
  close(): Promise<void>
}

type Opening = {
  /** The pause after a job's first failure; each failure doubles it. What is given up, the reconciler enqueues again. */
  retryMs: number
  onError: (error: unknown) => void
  signal: AbortSignal
}

const attempts = 8

/** @throws where the queue cannot be reached, or the signal aborts */
export async function openQueue(backend: Backend, { retryMs, onError, signal }: Opening): Promise<JobQueue> {
  await untilAborted(signal, backend.prepare())
  const queue = new Queue(queueName, { connection: {} }, backend.factory)
  queue.on('error', onError)
  await untilAborted(signal, queue.waitUntilReady()).catch(async error => {
    await queue.close().catch(() => {})
    throw error
  })
  // A job is removed when it is done and when it is given up: jobs.completions remembers what is done, and the
  // reconciler can enqueue an event again only while no job has its id.
  const ended = { removeOnComplete: true, removeOnFail: true }
  const options = { ...ended, attempts, backoff: { type: 'exponential', delay: retryMs } }
  return {
    async enqueue(events) {
      const add = ({ id, stream, type }: (typeof events)[number]) =>
        queue.add(type, { stream, eventId: id } satisfies z.infer<typeof jobData>, { ...options, jobId: id })
      await untilAborted(signal, Promise.all(events.map(add)))
    },
    async every(ms, name) {
      const repeat = async () => {
        const { next = 0 } = (await queue.getJobScheduler(name)) ?? {}
        if (next > Date.now() + 2 * ms) await queue.removeJobScheduler(name)
        await queue.upsertJobScheduler(name, { every: ms }, { name, opts: ended })
      }
      await untilAborted(signal, repeat())
    },
    close: () => queue.close(),
  }
}

/** The library waits for an absent Redis for ever; this stops waiting when the signal aborts. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  // What is abandoned fails later, when the connection is closed, and must not count as unhandled.
  work.catch(() => {})
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
