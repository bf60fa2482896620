/** Runs work once there is room for its weight; who waits is let in by turns. What is heavier than all room goes alone. */
export type Turns = <T>(weight: number, work: () => Promise<T>) => Promise<T>

export function turns(room: number): Turns {
  const waiting: { weight: number; begin: () => void }[] = []
  let underWay = 0
  const fits = (weight: number) => underWay === 0 || underWay + weight <= room

  function letIn(): void {
    for (let next = waiting[0]; next && fits(next.weight); next = waiting[0]) {
      waiting.shift()
      underWay += next.weight
      next.begin()
    }
  }

  return async (weight, work) => {
    if (waiting.length > 0 || !fits(weight)) {
      await new Promise<void>(begin => waiting.push({ weight, begin }))
    } else underWay += weight
    try {
      return await work()
    } finally {
      underWay -= weight
      letIn()
    }
  }
}
