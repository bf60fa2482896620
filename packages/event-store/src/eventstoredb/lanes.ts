/** Work in lanes: what goes into one is done in its order, one after the other; lanes go side by side. */
export type Lanes = {
  run<Result>(lane: string, work: () => Promise<Result>): Promise<Result>
  /** Resolves when all work is done that has been taken by now. */
  idle(): Promise<void>
}

export function lanes(): Lanes {
  const ends = new Map<string, Promise<unknown>>()
  return {
    run(lane, work) {
      const before = ends.get(lane)
      const result = before ? before.then(work, work) : work()
      ends.set(lane, result)
      const leave = () => {
        if (ends.get(lane) === result) ends.delete(lane)
      }
      result.then(leave, leave)
      return result
    },
    async idle() {
      await Promise.allSettled(ends.values())
    },
  }
}
