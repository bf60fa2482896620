import type { StoredEvent } from '@tba/event-store/port.ts'
import { untilAborted } from '@tba/runtime/jobs/race-tasks.ts'
import { Queue } from 'bullmq'
import { z } from 'zod'
import { type Backend, type QueueSettings, queueBackend } from './backend.ts'

export const queueName = 'jobs'

/** A job only names its event, so that a queue holds nothing personal. */
export const jobData = z.object({ stream: z.string(), eventId: z.uuid() })

export const projectorBackend = (wiring: QueueSettings): Backend =>
  queueBackend(wiring, { applicationName: 'projector jobs', max: 10 })

export type JobQueue = Awaited<ReturnType<typeof openQueue>>

type Opening = {
  /** The pause after a job's first failure; it doubles each time. The reconciler enqueues a given-up job again. */
  retryMs: number
  onError: (error: unknown) => void
  signal: AbortSignal
}

/**
 * A job is removed when it is done or given up. Tables remember what is done, and the reconciler can enqueue a job again only
 * if no job has its id.
 */
const ended = { removeOnComplete: true, removeOnFail: true }

/** @throws the queue cannot be reached, or the signal aborts */
export async function openQueue(backend: Backend, { retryMs, onError, signal }: Opening) {
  await untilAborted(signal, backend.prepare())
  const queue = new Queue(queueName, { connection: {} }, backend.factory)
  queue.on('error', onError)
  await untilAborted(signal, queue.waitUntilReady()).catch(async error => {
    await queue.close().catch(() => {})
    throw error
  })
  const retrying = { ...ended, attempts: 8, backoff: { type: 'exponential', delay: retryMs } }
  return {
    /** Adds a job for each event without one. */
    async enqueue(events: readonly Pick<StoredEvent, 'id' | 'stream' | 'type'>[]) {
      const add = ({ id, stream, type }: (typeof events)[number]) =>
        queue.add(type, { stream, eventId: id } satisfies z.infer<typeof jobData>, { ...retrying, jobId: id })
      await untilAborted(signal, Promise.all(events.map(add)))
    },
    /** A repeating job. Scheduled again if a fast clock has delayed it. */
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
