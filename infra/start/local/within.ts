import { setTimeout as delay } from 'node:timers/promises'

/** Waits for work, but no longer than this; what it comes to in the end is its own. */
export async function within(patienceMs: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const patience = delay(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined)
  try {
    await Promise.race([work, patience])
  } finally {
    timer.abort()
  }
}
