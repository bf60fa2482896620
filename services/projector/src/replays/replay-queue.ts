import type { Backend } from '@tba/runtime/jobs/backend.ts'
import { type Opening, readyQueue, retrying, untilAborted } from '../jobs/queue/queue.ts'
import { type JobWorker, takeJobs } from '../jobs/queue/worker.ts'
import { type ReplayDeps, runReplay } from './run-replay.ts'

const queueName = 'replays'

export type ReplayQueue = Awaited<ReturnType<typeof openReplayQueue>>

/** A queue of its own, because a replay can take an hour. One replay runs at a time, in all processes together. */
export async function openReplayQueue(backend: Backend, opening: Opening) {
  const { retryMs, signal } = opening
  const queue = await readyQueue(backend, queueName, opening)
  await untilAborted(signal, queue.setGlobalConcurrency(1))
  return {
    /** A replay that waits, runs or retries stays as it is. */
    async add(replay: string): Promise<void> {
      await untilAborted(signal, queue.add('replay', {}, { ...retrying(retryMs), jobId: replay }))
    },
    close: () => queue.close(),
  }
}

/** @param lockMs the replay of a worker without a heartbeat for this long goes to another */
export function startReplayWorker(backend: Backend, deps: ReplayDeps, lockMs = 10_000): JobWorker {
  const stopping = new AbortController()
  const worker = takeJobs(backend, queueName, {
    run: job => runReplay(deps, String(job.id), stopping.signal),
    // The next process continues at once.
    putOffMs: () => (stopping.signal.aborted ? 0 : null),
    // The row counts how often a replay starts without progress.
    ...{ logger: deps.logger, lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1_000 },
  })
  return {
    close() {
      stopping.abort()
      return worker.close()
    },
  }
}
