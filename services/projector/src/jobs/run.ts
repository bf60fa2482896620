import { backoffMs, rest } from '../engine/backoff.ts'
import type { JobsDeps } from './term.ts'

export type Jobs = {
  /** Resolves when this instance takes jobs; rejects if stopped before. Nothing else waits for it. */
  ready: Promise<void>
  /** Finishes the jobs under way, and makes room for another leader. */
  stop(): Promise<void>
}

/**
 * Every instance works; of all of them one reads the log for what it promises. What goes wrong is logged and tried
 * again, for ever.
 */
export function runJobs(deps: JobsDeps): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const ready = Promise.withResolvers<void>()
  // Whoever does not wait for it need not hear that it was stopped before.
  ready.promise.catch(() => {})

  async function terms(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAtMs = performance.now()
      await nextTerm(deps, signal, ready.resolve).catch(async err => {
        if (signal.aborted) return
        if (performance.now() - startedAtMs > 60_000) failures = 0
        deps.logger.error({ err }, 'the jobs stopped')
        await rest(backoffMs(failures), signal)
      })
    }
    ready.reject(new Error('the jobs were stopped before they began'))
  }

  const running = terms()
  return {
    ready: ready.promise,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** The libraries for queue and mail are loaded when nobody waits for the start any more. */
async function nextTerm(...how: [JobsDeps, AbortSignal, () => void]): Promise<void> {
  const { term } = await import('./term.ts')
  return term(...how)
}
