import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { backoffMs, sleep } from '../engine/loops.ts'
import type { JobsDeps, runInstance as RunInstance } from './instance.ts'
import type { Backend } from './queue/backend.ts'

const pingMs = 2_000

export type Jobs = {
  /** Resolves when this instance takes jobs. Rejects if stopped before. */
  ready: Promise<void>
  /** `waiting`: no job can be taken now, for example because Redis is away. It is tried without limit. */
  readiness(): Promise<'ok' | 'waiting'>
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
  let backend: Pick<Backend, 'ping'> | null = null

  async function restartUntilStopped(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAtMs = performance.now()
      const onReady = (started: Pick<Backend, 'ping'>) => {
        backend = started
        ready.resolve()
      }
      await startInstance(deps, signal, onReady).catch(async err => {
        backend = null
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
    async readiness() {
      if (!backend) return 'waiting'
      const answered = backend.ping().then(
        () => 'ok' as const,
        () => 'waiting' as const,
      )
      return withTimeout<'ok' | 'waiting'>(pingMs, answered, () => 'waiting')
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Loads the queue and mail libraries late, so that the start does not wait for them. */
async function startInstance(...how: Parameters<typeof RunInstance>): Promise<void> {
  const { runInstance } = await import('./instance.ts')
  return runInstance(...how)
}
