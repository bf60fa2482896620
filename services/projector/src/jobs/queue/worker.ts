import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { Backend } from '@tba/runtime/jobs/backend.ts'
import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { EventUnreadable, isUnreadable } from '@tba/runtime/log/open-event.ts'
import { DelayedError, type Job, Worker, type WorkerOptions } from 'bullmq'
import type { DatabasePool } from 'slonik'
import { isFresh, type Policies, policyFor, RetryLater } from '../policy.ts'
import { isCompleted, recordCompletion } from './job-tables.ts'
import { jobData, queueName } from './queue.ts'

export type Chores = Readonly<Record<string, () => Promise<void>>>

export type WorkerDeps = {
  log: EventLog
  pool: DatabasePool
  policies: Policies
  /** Hourly jobs by name. */
  chores: Chores
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  /** The job of a worker without a heartbeat for this long goes to another. */
  lockMs?: number | undefined
}

export type JobWorker = { close(): Promise<void> }

const closeWithinMs = 10_000

type Taking = {
  run(job: Job): Promise<void>
  /** For an interrupted job: continue after this many ms; null: it failed. */
  putOffMs(error: unknown, job: Job): number | null
  logger: Pick<WorkerDeps['logger'], 'error'>
} & Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>

/** Takes the jobs of a queue until closed. Any number of processes may share one. */
export function takeJobs(
  backend: Backend,
  queue: string,
  { run, putOffMs, logger, ...options }: Taking,
): JobWorker {
  const worker = new Worker(
    queue,
    async (job, token) => {
      try {
        await run(job)
      } catch (err) {
        const ms = putOffMs(err, job)
        if (ms === null) {
          logger.error({ err, queue, job: job.name, id: job.id }, 'a job failed')
          // The queue stores the message, which may quote personal data. So it gets only the error's name.
          throw new Error(err instanceof Error ? err.name : 'not an error')
        }
        await job.moveToDelayed(Date.now() + ms, token)
        throw new DelayedError()
      }
    },
    { connection: {}, ...options },
    backend.factory,
  )
  worker.on('error', err => logger.error({ err, queue }, 'the queue does not answer'))
  // A hanging job goes to another worker when its lock expires.
  return { close: () => withTimeout(closeWithinMs, worker.close(), () => {}) }
}

/** Runs the jobs of events, and the chores. */
export function startWorker(backend: Backend, deps: WorkerDeps): JobWorker {
  const { logger, chores, lockMs = 30_000 } = deps
  return takeJobs(backend, queueName, {
    run: job => chores[job.name]?.() ?? runPolicy(deps, job),
    putOffMs: (error, job) =>
      error instanceof RetryLater ? Math.min(30_000, 100 * 2 ** job.attemptsStarted) : null,
    ...{ logger, concurrency: 4, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: 10 },
  })
}

async function runPolicy({ log, pool, policies }: WorkerDeps, job: Job): Promise<void> {
  const { stream, eventId } = jobData.parse(job.data)
  const policy = policyFor(policies, job.name)
  // No policy any more: its setting was removed.
  if (!policy) return
  const isDone = policy.withinMs !== null && (await isCompleted(pool, eventId))
  const event = isDone ? null : await find(log, stream, eventId)
  if (event && isFresh(policies, event)) await policy.run(event)
  await recordCompletion(pool, eventId)
}

/**
 * Null if the stream was deleted. Other unreadable events of the stream do not matter.
 * @throws {EventUnreadable} the event itself is unreadable: the job fails, and the reconciler enqueues it again
 */
async function find(log: EventLog, stream: string, eventId: string): Promise<RecordedEvent | null> {
  for await (const event of log.readTolerantly(stream)) {
    if (event.id !== eventId) continue
    if (isUnreadable(event)) throw new EventUnreadable(event)
    return event
  }
  return null
}
