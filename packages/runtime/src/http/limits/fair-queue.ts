import { unavailable } from '../failure.ts'

/** Runs work once it is its caller's turn. @throws {HttpFailure} 503 where too many wait already, or no turn in time */
export type FairQueue = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * Takes a slot for a caller, at once where one is free.
 * @param waitMs how long to wait at most, null for as long as it takes; by default as all do
 * @returns what gives it back; more often than once does no harm
 * @throws {HttpFailure} as above
 */
export type FairSlots = (caller: string, waitMs?: number | null) => Release | Promise<Release>
type Release = () => void

type Limits = {
  /** How many slots there are. */
  concurrency: number
  /** How many of them one caller may hold; all of them by default. */
  ofOneCaller?: number
  /** How many wait, of all callers together. */
  queueLimit: number
  /** How many of one caller wait. */
  lineLimit?: number
  /** How long one waits at most. */
  waitMs?: number | null
}

type Waiting = { begin: () => void; shed: () => void }
type Line = { caller: string; holds: number; waiting: Set<Waiting> }

export const fairQueue = (limits: Limits): FairQueue => queueFor(fairSlots(limits))

/** For work that is over when its promise is. */
export function queueFor(enter: FairSlots): FairQueue {
  return async (caller, work) => {
    const leave = await enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/**
 * Callers take turns for slots: who asks for a hundred things waits behind themselves, others behind one thing of theirs.
 * Where nobody else may wait, the newest of whoever waits most often gives way.
 */
export function fairSlots(limits: Limits): FairSlots {
  const { concurrency, queueLimit } = limits
  const { ofOneCaller = concurrency, lineLimit = queueLimit } = limits
  // Of all who hold a slot or wait, in the order in which they have their next turn.
  const lines = new Map<string, Line>()
  let [held, waiting] = [0, 0]

  const hasFreeSlot = ({ holds }: Line) => held < concurrency && holds < ofOneCaller

  function take(line: Line): Release {
    held += 1
    line.holds += 1
    lines.delete(line.caller)
    lines.set(line.caller, line)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      held -= 1
      line.holds -= 1
      forget(line)
      next()
    }
  }

  /** No more than one: whoever else waits did so before this slot was free. */
  function next(): void {
    for (const line of lines.values()) {
      const [first] = line.waiting
      if (!first || !hasFreeSlot(line)) continue
      first.begin()
      return
    }
  }

  function forget({ caller, holds, waiting }: Line): void {
    if (holds === 0 && waiting.size === 0) lines.delete(caller)
  }

  /** Drops the newest waiting of the longest line, if that is longer than this one. */
  function dropLongest(line: Line): boolean {
    const longest = [...lines.values()].reduce((a, b) => (b.waiting.size > a.waiting.size ? b : a), line)
    if (longest.waiting.size <= line.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)?.shed()
    return true
  }

  function wait(line: Line, waitMs: number | null): Promise<Release> {
    if (line.waiting.size >= lineLimit) throw unavailable()
    if (waiting >= queueLimit && !dropLongest(line)) throw unavailable()
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const waits: Waiting = {
      begin() {
        end()
        resolve(take(line))
      },
      shed() {
        end()
        forget(line)
        reject(unavailable())
      },
    }
    const timer = waitMs === null ? undefined : setTimeout(waits.shed, waitMs)
    function end(): void {
      clearTimeout(timer)
      line.waiting.delete(waits)
      waiting -= 1
    }
    line.waiting.add(waits)
    waiting += 1
    lines.set(line.caller, line)
    return promise
  }

  return (caller, waitMs = limits.waitMs ?? null) => {
    const line = lines.get(caller) ?? { caller, holds: 0, waiting: new Set() }
    return hasFreeSlot(line) ? take(line) : wait(line, waitMs)
  }
}
