import type { Recorded } from '@tba/event-store/port.ts'
import { type Backend, type QueueSettings, queueBackend } from '@tba/runtime/jobs/backend.ts'
import { Queue } from 'bullmq'
import { z } from 'zod'

export const queueName = 'jobs'

/** A job says where its event is and nothing else, so that nothing personal lies in a queue. */
export const jobData = z.object({ stream: z.string(), eventId: z.uuid() })

/** For two queues, with a worker each. */
export const projectorBackend = (wiring: QueueSettings): Backend =>
  queueBackend(wiring, { applicationName: 'projector jobs', max: 10 })

export type JobQueue = Awaited<ReturnType<typeof openQueue>>

export type Opening = {
  /** The pause after a job's first failure; each failure doubles it. What is given up, the reconciler enqueues again. */
  retryMs: number
  onError: (error: unknown) => void
  signal: AbortSignal
}

/**
 * A job is removed when it is done and when it is given up: the tables of the jobs remember what is done, and the
 * reconciler can enqueue one again only while no job has its id.
 */
const ended = { removeOnComplete: true, removeOnFail: true }
export const retrying = (retryMs: number) => ({
  ...ended,
  attempts: 8,
  backoff: { type: 'exponential', delay: retryMs },
})

/** @throws where the queue cannot be reached, or the signal aborts */
export async function openQueue(backend: Backend, opening: Opening) {
  const { retryMs, signal } = opening
  const queue = await readyQueue(backend, queueName, opening)
  return {
    /** Adds a job for each of these events that has none yet. */
    async enqueue(events: readonly Pick<Recorded, 'id' | 'stream' | 'type'>[]) {
      const add = ({ id, stream, type }: (typeof events)[number]) =>
        queue.add(type, { stream, eventId: id } satisfies z.infer<typeof jobData>, {
          ...retrying(retryMs),
          jobId: id,
        })
      await untilAborted(signal, Promise.all(events.map(add)))
    },
    /** A job that repeats. It is asked for anew only where a clock that was ahead has put it off. */
    async every(ms: number, name: string) {
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

/** @throws where the queue cannot be reached, or the signal aborts */
export async function readyQueue(
  backend: Backend,
  name: string,
  { onError, signal }: Omit<Opening, 'retryMs'>,
) {
  await untilAborted(signal, backend.prepare())
  const queue = new Queue(name, { connection: {} }, backend.factory)
  queue.on('error', onError)
  await untilAborted(signal, queue.waitUntilReady()).catch(async error => {
    await queue.close().catch(() => {})
    throw error
  })
  return queue
}

/** The library waits for an absent Redis for ever; this stops waiting when the signal aborts. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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
