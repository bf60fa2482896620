import { unavailable } from '@tba/runtime/http/failure.ts'

/**
 * Runs work once the capacity allows its weight; who waits is let in by turns. What is heavier than the capacity runs alone.
 * @throws {HttpFailure} 503 where too many wait: each keeps its events in memory, and who tracks sends them again
 */
export type Turns = <T>(weight: number, work: () => Promise<T>) => Promise<T>

const waitingAtMost = 5_000

export function turns(capacity: number): Turns {
  const waiting: { weight: number; start: () => void }[] = []
  let underWay = 0
  const fits = (weight: number) => underWay === 0 || underWay + weight <= capacity

  function letIn(): void {
    for (let next = waiting[0]; next && fits(next.weight); next = waiting[0]) {
      waiting.shift()
      underWay += next.weight
      next.start()
    }
  }

  return async (weight, work) => {
    if (waiting.length >= waitingAtMost) throw unavailable()
    if (waiting.length > 0 || !fits(weight)) {
      await new Promise<void>(start => waiting.push({ weight, start }))
    } else underWay += weight
    try {
      return await work()
    } finally {
      underWay -= weight
      letIn()
    }
  }
}
