import type { Backend } from '@tba/runtime/jobs/backend.ts'
import { within } from '@tba/runtime/within.ts'
import { DelayedError, Worker } from 'bullmq'
import { type Opening, readyQueue, retrying, untilAborted } from '../jobs/queue.ts'
import type { JobWorker } from '../jobs/worker.ts'
import { type ReplayDeps, runReplay } from './run-replay.ts'

const queueName = 'replays'

export type ReplayQueue = {
  /** One that waits, runs or is to be tried again stays as it is. */
  add(replay: string): Promise<void>
  close(): Promise<void>
}

/** Of their own: a replay may take an hour, and no letter waits behind it. One runs at a time, however many processes there are. */
export async function openReplayQueue(backend: Backend, opening: Opening): Promise<ReplayQueue> {
  const { retryMs, signal } = opening
  const queue = await readyQueue(backend, queueName, opening)
  await untilAborted(signal, queue.setGlobalConcurrency(1))
  return {
    async add(replay) {
      await untilAborted(signal, queue.add('replay', {}, { ...retrying(retryMs), jobId: replay }))
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
    async (job, token) => {
      const replay = String(job.id)
      try {
        await runReplay(deps, replay, stopping.signal)
      } catch (err) {
        if (!stopping.signal.aborted) {
          logger.error({ err, replay }, 'a replay broke off')
          // The queue stores the message, which may quote personal data: it is given the name alone.
          throw new Error(err instanceof Error ? err.name : 'not an error')
        }
        // The next process goes on here, at once.
        await job.moveToDelayed(Date.now(), token)
        throw new DelayedError()
      }
    },
    // How often a replay may be begun without coming on is counted in its row: see failure.ts.
    { connection: {}, lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1_000 },
    backend.factory,
  )
  worker.on('error', err => logger.error({ err }, 'the queue of replays does not answer'))
  return {
    async close() {
      stopping.abort()
      await within(closeWithinMs, worker.close(), () => {})
    },
  }
}
