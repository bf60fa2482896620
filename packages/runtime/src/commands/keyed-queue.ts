import pLimit, { type LimitFunction } from 'p-limit'

export type KeyedQueue = ReturnType<typeof keyedQueue>

/** Runs work under one name one after the other, in this process. Different names do not wait for each other. */
export function keyedQueue() {
  const limits = new Map<string, LimitFunction>()

  /** How many run or wait under this name. */
  function waiting(name: string): number {
    const line = limits.get(name)
    return line ? line.activeCount + line.pendingCount : 0
  }

  return {
    waiting,
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const line = limits.get(name) ?? pLimit(1)
      limits.set(name, line)
      try {
        return await line(work)
      } finally {
        if (waiting(name) === 0) limits.delete(name)
      }
    },
  }
}
