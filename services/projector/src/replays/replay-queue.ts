import type { Backend } from '@tba/runtime/jobs/backend.ts'
import { type Opening, readyQueue, retrying, untilAborted } from '../jobs/queue.ts'
import { type JobWorker, takeJobs } from '../jobs/worker.ts'
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

/** @param lockMs after so long without a sign of life, a worker's replay goes to another, or to the next process */
export function startReplayWorker(backend: Backend, deps: ReplayDeps, lockMs = 10_000): JobWorker {
  const stopping = new AbortController()
  const worker = takeJobs(backend, queueName, {
    run: job => runReplay(deps, String(job.id), stopping.signal),
    // The next process goes on here, at once.
    putOffMs: () => (stopping.signal.aborted ? 0 : null),
    // How often a replay may be begun without coming on is counted in its row.
    ...{ logger: deps.logger, lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1_000 },
  })
  return {
    close() {
      stopping.abort()
      return worker.close()
    },
  }
}
