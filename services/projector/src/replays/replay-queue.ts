import type { Backend } from '@tba/runtime/jobs/backend.ts'
import { within } from '@tba/runtime/within.ts'
import { DelayedError, type Job, Worker } from 'bullmq'
import type { DatabasePool } from 'slonik'
import { z } from 'zod'
import { type Opening, readyQueue, retrying, untilAborted } from '../jobs/queue.ts'
import type { JobWorker } from '../jobs/worker.ts'
import type { ReplayDeps } from './deps.ts'
import { runReplay } from './run-replay.ts'
import { openReplays } from './stored-replay.ts'

const queueName = 'replays'
const replayJob = z.object({ replay: z.uuid() })

export type ReplayQueue = {
  /** One that waits, runs or is to be tried again stays as it is. */
  add(replay: string): Promise<void>
  /** Adds those that are not over: the queue may have lost them, or given them up. */
  addOpen(pool: DatabasePool): Promise<void>
  close(): Promise<void>
}

/** Of their own: a replay may take an hour, and no letter waits behind it. One runs at a time, however many processes there are. */
export async function openReplayQueue(backend: Backend, opening: Opening): Promise<ReplayQueue> {
  const { retryMs, signal } = opening
  const queue = await readyQueue(backend, queueName, opening)
  await untilAborted(signal, queue.setGlobalConcurrency(1))
  const add = async (replay: string) => {
    const options = { ...retrying(retryMs), jobId: replay }
    await untilAborted(signal, queue.add('replay', { replay } satisfies z.infer<typeof replayJob>, options))
  }
  return {
    add,
    async addOpen(pool) {
      for (const replay of await openReplays(pool)) await add(replay)
    },
    close: () => queue.close(),
  }
}

const closeWithinMs = 10_000

/** @param lockMs after so long without a sign of life, a worker's replay goes to another, or to the next process */
export function startReplayWorker(backend: Backend, deps: ReplayDeps, lockMs = 10_000): JobWorker {
  const { logger } = deps
  const stopping = new AbortController()
  const worker = new Worker(
    queueName,
    (job, token, lost) => process(deps, job, { token, lost, stopping: stopping.signal }),
    // How often a replay may be begun without coming on is counted in its row: see failure.ts.
    { connection: {}, lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1_000 },
    backend.factory,
  )
  worker.on('error', err => logger.error({ err }, 'the queue of replays does not answer'))
  worker.on('lockRenewalFailed', ids => {
    for (const id of ids) worker.cancelJob(id)
  })
  return {
    async close() {
      stopping.abort()
      await within(closeWithinMs, worker.close(), () => {})
    },
  }
}

type Running = { token: string | undefined; lost: AbortSignal | undefined; stopping: AbortSignal }

async function process(deps: ReplayDeps, job: Job, { token, lost, stopping }: Running): Promise<void> {
  const { replay } = replayJob.parse(job.data)
  const signal = lost ? AbortSignal.any([stopping, lost]) : stopping
  try {
    await runReplay(deps, replay, signal)
  } catch (err) {
    if (!stopping.aborted) {
      deps.logger.error({ err, replay }, 'a replay broke off')
      // The queue stores the message, which may quote personal data: it is given the name alone.
      throw new Error(err instanceof Error ? err.name : 'not an error')
    }
    // The next process goes on here, at once.
    await job.moveToDelayed(Date.now(), token)
    throw new DelayedError()
  }
}
