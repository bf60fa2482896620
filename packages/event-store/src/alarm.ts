/** Wakes those who wait when the log may have grown. A ring between reading `rings` and calling `wait` is not lost. */
export type Alarm = {
  readonly rings: number
  ring(): void
  /** Resolves at the next ring after `seen`, after the time, or when the signal aborts: whichever is first. */
  wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void>
}

export function alarm(): Alarm {
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
    wait(seen, timeoutMs, signal) {
      if (rings !== seen || signal.aborted) return Promise.resolve()
      return new Promise(resolve => {
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
