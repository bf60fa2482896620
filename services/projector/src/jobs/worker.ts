import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { within } from '@tba/runtime/within.ts'
import { DelayedError, type Job, Worker } from 'bullmq'
import type { DatabasePool } from 'slonik'
import { keptAmong, remember } from './kept.ts'
import { isFresh, NotYet, type Promises, promisedBy } from './promise.ts'
import { type Backend, jobData, queueName } from './queue.ts'

export type Chores = Readonly<Record<string, () => Promise<void>>>

export type Working = {
  log: EventLog
  pool: DatabasePool
  promises: Promises
  /** What comes back by the clock, by name. */
  chores: Chores
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  /** For how long a job is a dead worker's, before another takes it over. */
  lockMs?: number | undefined
}

export type JobWorker = { close(): Promise<void> }

const closeWithinMs = 10_000

/** Takes jobs until it is closed. Any number of them share a queue. */
export function startWorker(backend: Backend, working: Working): JobWorker {
  const { logger, lockMs = 30_000 } = working
  const worker = new Worker(
    queueName,
    (job, token) => process(working, job, token),
    {
      connection: {},
      concurrency: 4,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: 10,
    },
    backend.factory,
  )
  worker.on('error', err => logger.error({ err }, 'the queue does not answer'))
  return {
    async close() {
      // A job that hangs is another worker's, once its lock has run out.
      await within(closeWithinMs, worker.close(), () => {})
    },
  }
}

async function process(working: Working, job: Job, token: string | undefined): Promise<void> {
  const chore = working.chores[job.name]
  try {
    await (chore ? chore() : keepPromise(working, job))
  } catch (err) {
    if (!(err instanceof NotYet)) {
      working.logger.error({ err, job: job.name, event: job.id }, 'a job failed')
      // The queue keeps what it is told, and is told no more than this: messages may quote anything.
      throw new Error(err instanceof Error ? err.name : 'not an error')
    }
    await job.moveToDelayed(Date.now() + Math.min(30_000, 100 * 2 ** job.attemptsStarted), token)
    throw new DelayedError()
  }
}

async function keepPromise({ log, pool, promises }: Working, job: Job): Promise<void> {
  const { stream, eventId } = jobData.parse(job.data)
  const promised = promisedBy(promises, job.name)
  // Not promised any more: the setting that asked for it is gone.
  if (!promised) return
  if (promised.withinMs !== null && (await keptAmong(pool, [eventId])).has(eventId)) return
  const event = await find(log, stream, eventId)
  if (event && isFresh(promises, event)) await promised.keep(event)
  await remember(pool, eventId)
}

/** Null where its whole stream was deleted since. */
async function find(log: EventLog, stream: string, eventId: string): Promise<RecordedEvent | null> {
  for await (const event of log.read(stream)) if (event.id === eventId) return event
  return null
}
