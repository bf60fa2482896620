import { setTimeout as pause } from 'node:timers/promises'

/** Waits until an event's turn has come: as long after the first one as it was recorded, divided by the speed. */
export function rhythm(speed: number, signal: AbortSignal, now = () => performance.now()) {
  let first: { recordedMs: number; ms: number } | null = null
  return async (recordedAt: string): Promise<void> => {
    const recordedMs = Date.parse(recordedAt)
    // A damaged time has no turn.
    if (Number.isNaN(recordedMs)) return
    first ??= { recordedMs, ms: now() }
    // Where the log's clock stepped back, it is behind its turn already.
    for (;;) {
      const leftMs = first.ms + (recordedMs - first.recordedMs) / speed - now()
      if (leftMs <= 0 || signal.aborted) return
      await pause(Math.min(leftMs, longestMs), undefined, { signal }).catch(() => {})
    }
  }
}

/** Timers count no further than some weeks. */
const longestMs = 86_400_000
