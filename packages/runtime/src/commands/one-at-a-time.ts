/** Work under the same name waits for its turn, in this process; other names don't notice. */
export type OneAtATime = {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** How many wait under this name, the one at work included. */
  waiting(name: string): number
}

export function oneAtATime(): OneAtATime {
  const lines = new Map<string, { last: Promise<unknown>; count: number }>()

  return {
    async run(name, work) {
      const line = lines.get(name) ?? { last: Promise.resolve(), count: 0 }
      lines.set(name, line)
      line.count++
      const mine = line.last.then(work, work)
      // Whether it succeeds is its caller's to know; the next one only waits for its end.
      line.last = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        if (--line.count === 0) lines.delete(name)
      }
    },
    waiting: name => lines.get(name)?.count ?? 0,
  }
}
