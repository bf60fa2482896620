import { setTimeout as pause } from 'node:timers/promises'

const initialMs = 100
const maxMs = 15_000

/** Doubles with each attempt, up to 15 s. */
export function backoffMs(attempt: number): number {
  return Math.min(maxMs, initialMs * 2 ** attempt)
}

/** Waits, or stops waiting when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}

/** Runs work that needs locks, again and again while running queries hold them. */
export async function retryOnLockTimeout<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await sleep(backoffMs(Math.min(attempt, 4)), signal)
      signal.throwIfAborted()
    }
  }
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** Runs tasks together: the first that ends aborts the others by `within`. @throws an error of a task, except the abort */
export async function raceTasks(
  signal: AbortSignal,
  start: (within: AbortSignal) => readonly Promise<void>[],
): Promise<void> {
  const scope = new AbortController()
  const tasks = start(AbortSignal.any([signal, scope.signal]))
  const outcomes = await Promise.allSettled(tasks.map(task => task.finally(() => scope.abort())))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !isAbort(outcome.reason)) throw outcome.reason
  }
}

function isAbort(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'AbortError'
}
