export const windowMs = 5_000
/** A moment's work says little about a second. */
const leastMs = 1_000

/** How fast a projection takes events in: measured by its leader, over the last five seconds. */
export function rate(now: () => number = () => performance.now()) {
  const beganAt = now()
  let batches: { at: number; eventCount: number }[] = []
  /** @returns events a second, with so many more that are taken in now */
  return (eventCount: number): number => {
    const at = now()
    batches = [...batches.filter(batch => at - batch.at < windowMs), { at, eventCount }]
    const sum = batches.reduce((all, batch) => all + batch.eventCount, 0)
    return sum / (Math.min(windowMs, Math.max(leastMs, at - beganAt)) / 1_000)
  }
}

const rates = new WeakMap<object, ReturnType<typeof rate>>()

/** Of a member, from its first batch on. */
export function rateOf(member: object): ReturnType<typeof rate> {
  const known = rates.get(member) ?? rate()
  rates.set(member, known)
  return known
}
