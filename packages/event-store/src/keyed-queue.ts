import pLimit, { type LimitFunction } from 'p-limit'

export type KeyedQueue = ReturnType<typeof keyedQueue>

/** Runs work under one name one after the other, in this process. Different names do not wait for each other. */
export function keyedQueue() {
  const limits = new Map<string, LimitFunction>()

  /** How many run or wait under this name. */
  function waiting(name: string): number {
    const limit = limits.get(name)
    return limit ? limit.activeCount + limit.pendingCount : 0
  }

  async function run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const limit = limits.get(name) ?? pLimit(1)
    limits.set(name, limit)
    try {
      return await limit(work)
    } finally {
      if (waiting(name) === 0) limits.delete(name)
    }
  }

  return {
    waiting,
    run,
    /** Resolves when all work has ended that runs or waits by now. */
    async idle(): Promise<void> {
      await Promise.all([...limits.keys()].map(name => run(name, async () => {})))
    },
  }
}
