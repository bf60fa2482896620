import { backoffMs, sleep } from '../engine/leader/loops.ts'
import type { JobsDeps } from './instance.ts'

export type Jobs = {
  /** Resolves when this instance takes jobs. Rejects if stopped before. */
  ready: Promise<void>
  /** Finishes running jobs, and gives up the leadership. */
  stop(): Promise<void>
}

/** Every instance takes jobs. The leader also follows the log. Failures are logged and retried without limit. */
export function runJobs(deps: JobsDeps): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const ready = Promise.withResolvers<void>()
  // If nobody awaits it, its rejection must not count as unhandled.
  ready.promise.catch(() => {})

  async function restartUntilStopped(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAtMs = performance.now()
      await startInstance(deps, signal, ready.resolve).catch(async err => {
        if (signal.aborted) return
        if (performance.now() - startedAtMs > 60_000) failures = 0
        deps.logger.error({ err }, 'the jobs stopped')
        await sleep(backoffMs(failures), signal)
      })
    }
    ready.reject(new Error('the jobs were stopped before they began'))
  }

  const running = restartUntilStopped()
  return {
    ready: ready.promise,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Loads the queue and mail libraries late, so that the start does not wait for them. */
async function startInstance(...how: [JobsDeps, AbortSignal, () => void]): Promise<void> {
  const { runInstance } = await import('./instance.ts')
  return runInstance(...how)
}
