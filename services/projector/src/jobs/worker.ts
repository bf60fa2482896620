import type { Backend } from '@tba/runtime/jobs/backend.ts'
import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { EventUnreadable, isUnreadable } from '@tba/runtime/log/unreadable.ts'
import { within } from '@tba/runtime/within.ts'
import { DelayedError, type Job, Worker } from 'bullmq'
import type { DatabasePool } from 'slonik'
import { completedAmong, recordCompletion } from './completions.ts'
import { isFresh, NotYet, type Policies, policyFor } from './policy.ts'
import { jobData, queueName } from './queue.ts'

export type Chores = Readonly<Record<string, () => Promise<void>>>

export type WorkerDeps = {
  log: EventLog
  pool: DatabasePool
  policies: Policies
  /** What is done every hour, by the name of its job. */
  chores: Chores
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  /** After so many milliseconds without a sign of life, a worker's job goes to another. */
  lockMs?: number | undefined
}

export type JobWorker = { close(): Promise<void> }

const closeWithinMs = 10_000

/** Takes jobs until it is closed. Any number of them share a queue. */
export function startWorker(backend: Backend, deps: WorkerDeps): JobWorker {
  const { logger, lockMs = 30_000 } = deps
  const worker = new Worker(
    queueName,
    (job, token) => process(deps, job, token),
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
      // A job that hangs goes to another worker when its lock has run out.
      await within(closeWithinMs, worker.close(), () => {})
    },
  }
}

async function process(deps: WorkerDeps, job: Job, token: string | undefined): Promise<void> {
  const chore = deps.chores[job.name]
  try {
    await (chore ? chore() : runPolicy(deps, job))
  } catch (err) {
    if (!(err instanceof NotYet)) {
      deps.logger.error({ err, job: job.name, event: job.id }, 'a job failed')
      // The queue stores the message that it is given, and messages may quote personal data: it is given the name alone.
      throw new Error(err instanceof Error ? err.name : 'not an error')
    }
    await job.moveToDelayed(Date.now() + Math.min(30_000, 100 * 2 ** job.attemptsStarted), token)
    throw new DelayedError()
  }
}

async function runPolicy({ log, pool, policies }: WorkerDeps, job: Job): Promise<void> {
  const { stream, eventId } = jobData.parse(job.data)
  const policy = policyFor(policies, job.name)
  // No policy any more: the setting that it needs is gone.
  if (!policy) return
  if (policy.withinMs !== null && (await completedAmong(pool, [eventId])).has(eventId)) return
  const event = await find(log, stream, eventId)
  if (event && isFresh(policies, event)) await policy.run(event)
  await recordCompletion(pool, eventId)
}

/**
 * Null where its whole stream was deleted since. What else in its stream cannot be read is nothing to it.
 * @throws {EventUnreadable} it can't be read itself: the job fails, and the reconciler asks for it again
 */
async function find(log: EventLog, stream: string, eventId: string): Promise<RecordedEvent | null> {
  for await (const event of log.readTolerantly(stream)) {
    if (event.id !== eventId) continue
    if (isUnreadable(event)) throw new EventUnreadable(event)
    return event
  }
  return null
}
