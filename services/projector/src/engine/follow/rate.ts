export const windowMs = 5_000
/** A moment's work says little about a second. */
const leastMs = 1_000

/** @returns events a second, with so many more that are taken in now */
export type Rate = (eventCount: number) => number

/** How fast a projection takes events in: measured by its leader, over the last five seconds. */
export function rate(now: () => number = () => performance.now()): Rate {
  const beganAt = now()
  let batches: { at: number; eventCount: number }[] = []
  return eventCount => {
    const at = now()
    batches = [...batches.filter(batch => at - batch.at < windowMs), { at, eventCount }]
    const sum = batches.reduce((all, batch) => all + batch.eventCount, 0)
    return sum / (Math.min(windowMs, Math.max(leastMs, at - beganAt)) / 1_000)
  }
}
