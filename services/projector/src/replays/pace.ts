import { setImmediate as turn } from 'node:timers/promises'

/** So long others of this process wait for their turn: heartbeats, letters, other projections. */
const longestMs = 10

/** For work that keeps the processor busy. @returns what lets others have their turn where it is time for it, and throws where it is aborted */
export function pace(signal: AbortSignal, now = () => performance.now()): () => Promise<void> {
  let sinceMs = now()
  return async () => {
    if (now() - sinceMs < longestMs) return
    await turn()
    signal.throwIfAborted()
    sinceMs = now()
  }
}
