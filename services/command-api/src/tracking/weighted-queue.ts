import { unavailable } from '@tba/runtime/http/failure.ts'

/**
 * Runs work as soon as the capacity allows its weight. Waiting work starts in its order. Work heavier than the capacity runs
 * alone.
 * @throws {HttpFailure} 503 if too many wait, because each keeps its events in memory. The client sends them again
 */
export type WeightedQueue = <T>(weight: number, work: () => Promise<T>) => Promise<T>

const maxWaiting = 5_000

export function weightedQueue(capacity: number): WeightedQueue {
  const waiting: { weight: number; start: () => void }[] = []
  let runningWeight = 0
  const fits = (weight: number) => runningWeight === 0 || runningWeight + weight <= capacity

  function startWaiting(): void {
    for (let next = waiting[0]; next && fits(next.weight); next = waiting[0]) {
      waiting.shift()
      runningWeight += next.weight
      next.start()
    }
  }

  return async (weight, work) => {
    if (waiting.length >= maxWaiting) throw unavailable()
    if (waiting.length > 0 || !fits(weight)) {
      await new Promise<void>(start => waiting.push({ weight, start }))
    } else runningWeight += weight
    try {
      return await work()
    } finally {
      runningWeight -= weight
      startWaiting()
    }
  }
}
