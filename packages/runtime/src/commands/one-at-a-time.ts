import pLimit, { type LimitFunction } from 'p-limit'

export type OneAtATime = ReturnType<typeof oneAtATime>

/** Runs work under one name one after the other, in this process; different names do not wait for each other. */
export function oneAtATime() {
  const lines = new Map<string, LimitFunction>()

  /** How many run or wait under this name. */
  function waiting(name: string): number {
    const line = lines.get(name)
    return line ? line.activeCount + line.pendingCount : 0
  }

  return {
    waiting,
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const line = lines.get(name) ?? pLimit(1)
      lines.set(name, line)
      try {
        return await line(work)
      } finally {
        if (waiting(name) === 0) lines.delete(name)
      }
    },
  }
}
