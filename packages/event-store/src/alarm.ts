export type Alarm = ReturnType<typeof alarm>

/** Wakes waiters when the log may have grown. A signal between reading `rings` and calling `wait` is not lost. */
export function alarm() {
  const waiting = new Set<() => void>()
  let rings = 0
  return {
    get rings() {
      return rings
    },
    ring() {
      rings++
      for (const wake of [...waiting]) wake()
    },
    /** Resolves at the next ring after `seen`, after the time, or at abort: whichever comes first. */
    async wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
      if (rings !== seen || signal.aborted) return
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
