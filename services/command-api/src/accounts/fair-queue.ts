import { unavailable } from '@tba/runtime/http/failure.ts'

type Waiting = { begin: () => void; shed: () => void }

/** Runs work once it is its caller's turn. @throws {HttpFailure} 503 where there is no room to wait */
export type FairQueue = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * So many run at once and so many wait, and callers take turns: whoever asks for a hundred things waits behind
 * themselves, and everybody else for one thing of theirs. Where all places are taken, the newest of whoever holds most
 * of them gives way.
 */
export function fairQueue({
  concurrency,
  queueLimit,
}: {
  concurrency: number
  queueLimit: number
}): FairQueue {
  // In the order in which callers have their next turn.
  const lines = new Map<string, Waiting[]>()
  let [running, waiting] = [0, 0]

  function next(): void {
    const [turn] = lines
    if (!turn || running >= concurrency) return
    const [caller, line] = turn
    const first = line.shift()
    lines.delete(caller)
    if (line.length > 0) lines.set(caller, line)
    waiting -= 1
    running += 1
    first?.begin()
  }

  /** Room for one more of this caller's, if somebody else holds more places than they do. */
  function makeRoom(caller: string): boolean {
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
    if (longest.length <= (lines.get(caller)?.length ?? 0) + 1) return false
    longest.pop()?.shed()
    waiting -= 1
    return true
  }

  function turnOf(caller: string): Promise<void> {
    if (waiting >= queueLimit && !makeRoom(caller)) throw unavailable()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = lines.get(caller) ?? []
    line.push({ begin: resolve, shed: () => reject(unavailable()) })
    lines.set(caller, line)
    waiting += 1
    next()
    return promise
  }

  return async (caller, work) => {
    await turnOf(caller)
    try {
      return await work()
    } finally {
      running -= 1
      next()
    }
  }
}
