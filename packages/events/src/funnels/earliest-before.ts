import type { Rules } from './rules.ts'
import type { Trail } from './trail.ts'

/**
 * The earliest event of the step before that a chain with this start may have where `event` is its `step`. Asked only
 * where the first one that came is out of the step's own window by then, and once a step and unit.
 */
export function earliestBefore(
  { at, steps, end }: Trail,
  { windowMs, stepWindowsMs }: Rules,
  { start, step, event }: { start: number; step: number; event: number },
): number {
  const startedAt = at[start] as number
  const isBefore = (from: number, to: number, between: number) =>
    to - from <= (stepWindowsMs[between] as number)
  // The latest time at which the start's chains have reached each step.
  const latest = [startedAt]
  for (let other = start + 1; other < event && other < end; other++) {
    const now = at[other] as number
    if (now - startedAt > windowMs) continue
    // The last step first: an event is one step of a chain.
    for (let reached = Math.min(step - 1, latest.length); reached > 0; reached--) {
      if (((steps[other] as number) >> reached) % 2 === 0) continue
      if (!isBefore(latest[reached - 1] as number, now, reached - 1)) continue
      if (reached === step - 1 && isBefore(now, at[event] as number, reached)) return other
      latest[reached] = Math.max(latest[reached] ?? now, now)
    }
  }
  throw new Error(`no chain from event ${start} leads to event ${event}`)
}
