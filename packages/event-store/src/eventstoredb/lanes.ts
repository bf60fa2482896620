/** `failure` is for all that had come until it happened: by the last one's number. */
type Lane = { end: Promise<unknown>; failure: { error: unknown; upTo: number } | null }

/**
 * Work in lanes: what goes into one is done in its order, one after the other; lanes go side by side.
 * @param isForAll whether whoever waits behind such a failure gets it too, instead of a time-out of its own
 */
export function lanes(isForAll: (error: unknown) => boolean) {
  const open = new Map<string, Lane>()
  let taken = 0

  return {
    /** @throws what the work does; and what work before it did, where that means that this one cannot succeed either */
    run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const lane = open.get(name) ?? { end: Promise.resolve(), failure: null }
      const number = ++taken
      const attempt = async () => {
        if (lane.failure && number <= lane.failure.upTo) throw lane.failure.error
        try {
          return await work()
        } catch (error) {
          if (isForAll(error)) lane.failure = { error, upTo: taken }
          throw error
        }
      }
      const result = open.has(name) ? lane.end.then(attempt, attempt) : attempt()
      lane.end = result
      open.set(name, lane)
      const leave = () => {
        if (lane.end === result) open.delete(name)
      }
      result.then(leave, leave)
      return result
    },
    /** Resolves when all work is done that has been taken by now. */
    async idle(): Promise<void> {
      await Promise.allSettled([...open.values()].map(({ end }) => end))
    },
  }
}
