import type { Recorded } from '@tba/events/store/port.ts'
import { type BackendFactory, createPostgresBackend, createRedisBackend, Queue } from 'bullmq'
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
export type Backend = BackendFactory<ReturnType<BackendFactory>, Connection>

/** One API over either; a producer needs fewer connections than a worker. */
export function backendOf({ connectionString, redisUrl }: Wiring): Backend {
  const postgres = { connectionString, migrate: true, application_name: 'projector jobs', max: 4 }
  return (name, options, how) =>
    redisUrl
      ? createRedisBackend(name, { ...options, connection: { url: redisUrl } }, how)
      : createPostgresBackend(name, { ...options, connection: postgres }, how)
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
  const queue = new Queue(queueName, { connection: {} }, backend)
  queue.on('error', onError)
  await Promise.race([queue.waitUntilReady(), aborted(signal)]).catch(async error => {
    await queue.disconnect().catch(() => {})
    throw error
  })
  // Gone with its end, whatever that was: what was kept is remembered elsewhere, and its id is free again.
  const ended = { removeOnComplete: true, removeOnFail: true }
  const options = { ...ended, attempts, backoff: { type: 'exponential', delay: retryMs } }
  return {
    async enqueue(events) {
      const add = ({ id, stream, type }: (typeof events)[number]) =>
        queue.add(type, { stream, eventId: id } satisfies z.infer<typeof jobData>, { ...options, jobId: id })
      await Promise.all(events.map(add))
    },
    async every(ms, name) {
      await queue.upsertJobScheduler(name, { every: ms }, { name, opts: ended })
    },
    close: () => queue.close(),
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })
}
