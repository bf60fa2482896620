import pLimit, { type LimitFunction } from 'p-limit'

/** Runs work under one name one after the other, in this process; different names do not wait for each other. */
export type OneAtATime = {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** How many run or wait under this name. */
  waiting(name: string): number
}

export function oneAtATime(): OneAtATime {
  const lines = new Map<string, LimitFunction>()

  function waiting(name: string): number {
    const line = lines.get(name)
    return line ? line.activeCount + line.pendingCount : 0
  }

  return {
    waiting,
    async run(name, work) {
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
