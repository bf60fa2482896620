import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { EventUnreadable, isUnreadable } from '@tba/runtime/log/open-event.ts'
import { DelayedError, type Job, Worker } from 'bullmq'
import type { DatabasePool } from 'slonik'
import { isCompleted, recordCompletion } from '../job-tables.ts'
import { isFresh, type Policies, policyFor, RetryLater } from '../policy.ts'
import type { Backend } from './backend.ts'
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

const closeWithinMs = 10_000

/** Runs the jobs of events, and the chores, until closed. Any number of processes may share the queue. */
export function startWorker(backend: Backend, deps: WorkerDeps): { close(): Promise<void> } {
  const { logger, chores, lockMs = 30_000 } = deps
  const worker = new Worker(
    queueName,
    async (job, token) => {
      try {
        await (chores[job.name]?.() ?? runPolicy(deps, job))
      } catch (err) {
        if (err instanceof RetryLater) {
          await job.moveToDelayed(Date.now() + Math.min(30_000, 100 * 2 ** job.attemptsStarted), token)
          throw new DelayedError()
        }
        logger.error({ err, job: job.name, id: job.id }, 'a job failed')
        // The queue stores the message, which may quote personal data. So it gets only the error's name.
        throw new Error(err instanceof Error ? err.name : 'not an error')
      }
    },
    { connection: {}, concurrency: 4, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: 10 },
    backend.factory,
  )
  worker.on('error', err => logger.error({ err }, 'the queue does not answer'))
  // A hanging job goes to another worker when its lock expires.
  return { close: () => withTimeout(closeWithinMs, worker.close(), () => {}) }
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
