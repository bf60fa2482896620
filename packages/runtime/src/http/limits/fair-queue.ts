import { unavailable } from '../failure.ts'

/**
 * Runs work when its caller's turn comes.
 * @param weight how many slots it takes; 1 by default
 * @throws {HttpFailure} 503 if too many wait, or the wait is too long
 */
export type FairQueue = <T>(caller: string, work: () => Promise<T>, weight?: number) => Promise<T>

/**
 * Takes a slot for a caller, at once if one is free and nobody else of this caller waits.
 * @param waitMs maximum wait; null: no maximum; by default the one of the limits
 * @param weight takes this many slots. Work heavier than all of them runs alone
 * @returns a function that releases it; a second call does nothing
 * @throws {HttpFailure} as above
 */
export type FairSlots = (
  caller: string,
  waitMs?: number | null,
  weight?: number,
) => Release | Promise<Release>
type Release = () => void

type Limits = {
  /** How many slots there are. */
  concurrency: number
  /** How many one caller may hold; by default all. */
  maxPerCaller?: number
  /** How many may wait, of all callers. */
  queueLimit: number
  /** How many of one caller may wait. */
  callerQueueLimit?: number
  /** The maximum wait. */
  waitMs?: number | null
}

type Waiting = { weight: number; start: () => void; cancel: () => void }
type CallerQueue = { caller: string; heldSlots: number; waiting: Set<Waiting> }

export const fairQueue = (limits: Limits): FairQueue => queueOverSlots(fairSlots(limits))

/** For work that ends with its promise. */
export function queueOverSlots(enter: FairSlots): FairQueue {
  return async (caller, work, weight) => {
    const entering = enter(caller, undefined, weight)
    const leave = typeof entering === 'function' ? entering : await entering
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** A slot that its holder gives to others and takes again. Once it has ended it takes none, also where one comes late. */
export function heldTurn(enter: () => Release | Promise<Release>) {
  let leave: Release = () => {}
  let hasEnded = false
  const hold = (next: Release) => {
    leave()
    leave = next
    if (hasEnded) leave()
  }
  return {
    async take(): Promise<void> {
      leave()
      hold(await enter())
    },
    /** Takes a slot of another queue instead, as soon as one is free, and its further turns there. */
    async moveTo(other: typeof enter): Promise<void> {
      const next = await other()
      enter = other
      hold(next)
    },
    end(): void {
      hasEnded = true
      leave()
    },
  }
}

/**
 * Callers take turns for slots: another caller waits behind one request of a caller with a hundred. If the queue is full, the
 * newest request of the caller with the most waiting requests is refused.
 */
export function fairSlots(limits: Limits): FairSlots {
  const { concurrency, queueLimit } = limits
  const { maxPerCaller = concurrency, callerQueueLimit = queueLimit } = limits
  // Callers that hold a slot or wait, in the order of their turns.
  const callerQueues = new Map<string, CallerQueue>()
  let [usedSlots, waiting] = [0, 0]

  const fits = (used: number, weight: number, most: number) => used === 0 || used + weight <= most
  const hasFreeSlots = ({ heldSlots }: CallerQueue, weight: number) =>
    fits(usedSlots, weight, concurrency) && fits(heldSlots, weight, maxPerCaller)

  function take(callerQueue: CallerQueue, weight: number): Release {
    usedSlots += weight
    callerQueue.heldSlots += weight
    callerQueues.delete(callerQueue.caller)
    callerQueues.set(callerQueue.caller, callerQueue)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      usedSlots -= weight
      callerQueue.heldSlots -= weight
      forget(callerQueue)
      startNext()
    }
  }

  function startNext(): void {
    const isNext = (queue: CallerQueue) => {
      const [first] = queue.waiting
      return first !== undefined && hasFreeSlots(queue, first.weight)
    }
    for (let next = callerQueues.values().find(isNext); next; next = callerQueues.values().find(isNext))
      next.waiting.values().next().value?.start()
  }

  function forget({ caller, heldSlots, waiting }: CallerQueue): void {
    if (heldSlots === 0 && waiting.size === 0) callerQueues.delete(caller)
  }

  /** Refuses the newest request of the longest queue, if that is longer than this one. */
  function dropFromLongestQueue(callerQueue: CallerQueue): boolean {
    const longest = [...callerQueues.values()].reduce(
      (a, b) => (b.waiting.size > a.waiting.size ? b : a),
      callerQueue,
    )
    if (longest.waiting.size <= callerQueue.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)?.cancel()
    return true
  }

  function wait(callerQueue: CallerQueue, weight: number, waitMs: number | null): Promise<Release> {
    if (callerQueue.waiting.size >= callerQueueLimit) throw unavailable()
    if (waiting >= queueLimit && !dropFromLongestQueue(callerQueue)) throw unavailable()
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const waits: Waiting = {
      weight,
      start() {
        end()
        resolve(take(callerQueue, weight))
      },
      cancel() {
        end()
        forget(callerQueue)
        reject(unavailable())
      },
    }
    const timer = waitMs === null ? undefined : setTimeout(waits.cancel, waitMs)
    function end(): void {
      clearTimeout(timer)
      callerQueue.waiting.delete(waits)
      waiting -= 1
    }
    callerQueue.waiting.add(waits)
    waiting += 1
    callerQueues.set(callerQueue.caller, callerQueue)
    return promise
  }

  return (caller, waitMs = limits.waitMs ?? null, weight = 1) => {
    const callerQueue = callerQueues.get(caller) ?? { caller, heldSlots: 0, waiting: new Set() }
    const isFree = callerQueue.waiting.size === 0 && hasFreeSlots(callerQueue, weight)
    return isFree ? take(callerQueue, weight) : wait(callerQueue, weight, waitMs)
  }
}
