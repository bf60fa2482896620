export const windowMs = 5_000
/** A very short time says little about a second. */
const minMs = 1_000

/** Adds events that are processed now. @returns events per second */
export type Rate = (eventCount: number) => number

/** The speed of a projection: measured by its leader, over the last five seconds. */
export function rate(now: () => number = () => performance.now()): Rate {
  const beganAt = now()
  let batches: { at: number; eventCount: number }[] = []
  return eventCount => {
    const at = now()
    batches = [...batches.filter(batch => at - batch.at < windowMs), { at, eventCount }]
    const sum = batches.reduce((all, batch) => all + batch.eventCount, 0)
    return sum / (Math.min(windowMs, Math.max(minMs, at - beganAt)) / 1_000)
  }
}
