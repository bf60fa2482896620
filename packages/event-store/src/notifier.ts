export type Notifier = ReturnType<typeof createNotifier>

/** Wakes waiters when the log may have grown. A signal between reading `count` and calling `wait` is not lost. */
export function createNotifier() {
  const waiting = new Set<() => void>()
  let count = 0
  return {
    get count() {
      return count
    },
    notify() {
      count++
      for (const wake of [...waiting]) wake()
    },
    /** Resolves at the first of: a notification after `seen`, the end of the time, an abort. */
    async wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
      if (count !== seen || signal.aborted) return
      await new Promise<void>(resolve => {
        const wake = () => {
          waiting.delete(wake)
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, timeoutMs)
        signal.addEventListener('abort', wake)
        waiting.add(wake)
      })
    },
  }
}
