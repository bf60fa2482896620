import type { Recorded } from '@tba/event-store/port.ts'
import { type BackendFactory, createPostgresBackend, createRedisBackend, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { z } from 'zod'

export const queueName = 'jobs'

/** Where an event is to be found: all that a job carries, so that nothing personal lies in a queue. */
export const jobData = z.object({ stream: z.string(), eventId: z.uuid() })

export type Wiring = {
  connectionString: string
  /** Where it is set, the queue is there; else in PostgreSQL. */
  redisUrl?: string | undefined
}

type Connection = Record<string, never>

export type Backend = {
  factory: BackendFactory<ReturnType<BackendFactory>, Connection>
  /** Ends what is still open, whether or not anybody answers at the other end. */
  close(): void
}

/** One API over either store. */
export function backendOf({ connectionString, redisUrl }: Wiring): Backend {
  if (redisUrl) return onRedis(redisUrl)
  const pool = { application_name: 'projector jobs', max: 4, Client: HeardClient }
  const connection = { connectionString, migrate: true, ...pool }
  return {
    factory: (name, options, how) => createPostgresBackend(name, { ...options, connection }, how),
    close: () => {},
  }
}

/**
 * The library listens to no connection that it has taken out of its pool: one that broke between two queries would
 * end the process. The next query on it fails all the same.
 */
class HeardClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
  }
}

function onRedis(url: string): Backend {
  // Ours to close: a connection of the library's own would wait for an absent Redis for ever.
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  // Whoever uses it hears of it too.
  connection.on('error', () => {})
  return {
    factory: (name, options, how) => createRedisBackend(name, { ...options, connection }, how),
    close: () => connection.disconnect(),
  }
}

export type JobQueue = {
  /** Jobs for these events; those that have one already are left alone. */
  enqueue(events: readonly Pick<Recorded, 'id' | 'stream' | 'type'>[]): Promise<void>
  /** A job that comes back, whoever asks for it how often. */
  every(ms: number, name: string): Promise<void>
  close(): Promise<void>
}

type Opening = {
  /** The first pause after a failure: each one doubles it. What fails for good, the reconciler enqueues again. */
  retryMs: number
  onError: (error: unknown) => void
  signal: AbortSignal
}

const attempts = 8

/** @throws where the queue cannot be reached, or the signal aborts */
export async function openQueue(backend: Backend, { retryMs, onError, signal }: Opening): Promise<JobQueue> {
  const queue = new Queue(queueName, { connection: {} }, backend.factory)
  queue.on('error', onError)
  await unless(signal, queue.waitUntilReady()).catch(async error => {
    await queue.close().catch(() => {})
    throw error
  })
  // Gone with its end, whatever that was: what was kept is remembered elsewhere, and its id is free again.
  const ended = { removeOnComplete: true, removeOnFail: true }
  const options = { ...ended, attempts, backoff: { type: 'exponential', delay: retryMs } }
  return {
    async enqueue(events) {
      const add = ({ id, stream, type }: (typeof events)[number]) =>
        queue.add(type, { stream, eventId: id } satisfies z.infer<typeof jobData>, { ...options, jobId: id })
      await unless(signal, Promise.all(events.map(add)))
    },
    async every(ms, name) {
      await unless(signal, queue.upsertJobScheduler(name, { every: ms }, { name, opts: ended }))
    },
    close: () => queue.close(),
  }
}

/** A Redis that is away is waited for, for ever: but not by somebody who is to stop. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  // What is left behind fails when the connection is closed, and nobody is to hear of it.
  work.catch(() => {})
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
