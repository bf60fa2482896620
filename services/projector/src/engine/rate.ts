/** How fast a projection takes events in: measured by its leader, over the last five seconds. */
export type Rate = {
  /** Events a second, where so many more were taken in now. */
  with(eventCount: number): number
  took(eventCount: number): void
}

export const windowMs = 5_000
/** A moment's work says little about a second. */
const leastMs = 1_000

export function rate(now: () => number = () => performance.now()): Rate {
  const beganAt = now()
  let batches: { at: number; eventCount: number }[] = []
  return {
    with(eventCount) {
      const at = now()
      batches = batches.filter(batch => at - batch.at < windowMs)
      const sum = batches.reduce((all, batch) => all + batch.eventCount, eventCount)
      return sum / (Math.min(windowMs, Math.max(leastMs, at - beganAt)) / 1_000)
    },
    took(eventCount) {
      if (eventCount > 0) batches.push({ at: now(), eventCount })
    },
  }
}

const rates = new WeakMap<object, Rate>()

/** Of a member, from its first batch on. */
export function rateOf(member: object): Rate {
  const known = rates.get(member) ?? rate()
  rates.set(member, known)
  return known
}
